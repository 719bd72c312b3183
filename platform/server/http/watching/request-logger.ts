import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * A logger that adds the request id. Creating one takes longer than many a response, and most requests log only their
 * one line, so it is created on first use.
 */
class RequestLogger implements FastifyBaseLogger {
  declare readonly fatal: FastifyBaseLogger['fatal']
  declare readonly error: FastifyBaseLogger['error']
  declare readonly warn: FastifyBaseLogger['warn']
  declare readonly info: FastifyBaseLogger['info']
  declare readonly debug: FastifyBaseLogger['debug']
  declare readonly trace: FastifyBaseLogger['trace']
  declare readonly silent: FastifyBaseLogger['silent']
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #own: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get own(): FastifyBaseLogger {
    this.#own ??= this.#parent.child(this.#bindings, this.#options)
    return this.#own
  }

  get level(): string {
    return this.own.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.own.child(bindings, options)
  }
}

for (const method of METHODS) {
  // On the prototype: the framework checks for these methods on each request, which must not create the logger.
  Object.defineProperty(RequestLogger.prototype, method, {
    value(this: RequestLogger, ...written: Parameters<FastifyBaseLogger['info']>) {
      this.own[method](...written)
    },
  })
}

export const requestLogger = (logger: FastifyBaseLogger, bindings: Bindings, options: Options) =>
  new RequestLogger(logger, bindings, options)
