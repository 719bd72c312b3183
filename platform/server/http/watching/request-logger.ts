import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Names the request in whatever is written about it. A logger that does so takes longer to make than the answer of
 * many a request, of which nothing is written but its one line: it is made for those of which more is.
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
  // On the prototype: the framework looks for them with each request, and must not make the logger by that.
  Object.defineProperty(RequestLogger.prototype, method, {
    value(this: RequestLogger, ...written: Parameters<FastifyBaseLogger['info']>) {
      this.own[method](...written)
    },
  })
}

export const requestLogger = (logger: FastifyBaseLogger, bindings: Bindings, options: Options) =>
  new RequestLogger(logger, bindings, options)
