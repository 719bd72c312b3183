import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Config } from '../config.ts'
import { foreignHosts } from './own-host.ts'
import { REQUEST_ID, requestIds } from './watching/request-id.ts'

/** How many answers are kept together, and how long their requests may be: longer ones are not what the app sends. */
const MOST_ANSWERS = 1_000
const LONGEST_WORDS = 300
/** Whoever sends one of these may have to get something else than the whole answer. */
const SPECIAL = ['if-match', 'if-unmodified-since', 'range', 'x-no-compression'] as const
/** What is said about a body, and not where none is sent. */
const OF_BODY = new Set(['content-type', 'content-encoding', 'content-length'])
/** How many calls are left to whoever asked is nothing to others. */
const LIMITS = 'x-ratelimit-'

/** Names and values in turns. The value of the last name is to follow: the id of the request. */
type Head = readonly string[]

/** A whole answer to a GET, as the framework has sent it once: the same for everybody who asks in the same words. */
class ReadyAnswer {
  #heads: { whole: Head; known: Head } | null = null
  readonly #headers: ReturnType<FastifyReply['getHeaders']>

  constructor(
    /** As `/metrics` names it. */
    readonly route: string,
    readonly etag: string,
    readonly body: Buffer,
    headers: ReturnType<FastifyReply['getHeaders']>,
  ) {
    this.#headers = headers
  }

  /** What is said with the body, and to whoever has it already. Put together when it is needed: many are asked for once. */
  get heads(): { whole: Head; known: Head } {
    this.#heads ??= this.#join()
    return this.#heads
  }

  #join() {
    const headers = Object.entries(this.#headers)
      .filter(([name]) => name !== REQUEST_ID && !name.startsWith(LIMITS))
      .map(([name, value]) => [name, String(value)] as const)
    const length = String(this.body.length)
    return {
      whole: [...headers.flat(), 'content-length', length, REQUEST_ID],
      known: [...headers.filter(([name]) => !OF_BODY.has(name)).flat(), REQUEST_ID],
    }
  }
}

/** Everything that the answer depends on, as it was sent. */
const wordsOf = (url: string, headers: IncomingHttpHeaders) =>
  `${url} ${headers['accept-encoding'] ?? ''}`

/** Answers that are outdated together, by the exact words of their requests. */
export class ReadyAnswers {
  readonly #answers = new Map<string, ReadyAnswer>()
  readonly #areOutdated: () => boolean
  #version = 0

  /** @param areOutdated where nobody tells that they are: asked before each of them is sent */
  constructor(areOutdated: () => boolean = () => false) {
    this.#areOutdated = areOutdated
  }

  /** Grows whenever they are forgotten. */
  get version(): number {
    return this.#version
  }

  /**
   * Keeps an answer of which all headers but its length are set, and which is about to be sent whole.
   * @param version the one from before the answer was made: the making may have taken so long that it is outdated
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    { etag, body }: { etag: string; body: Buffer },
    version: number,
  ): void {
    const words = wordsOf(request.url, request.headers)
    if (request.method !== 'GET' || words.length > LONGEST_WORDS || version !== this.#version)
      return
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear()
    const route = request.routeOptions.url ?? ''
    this.#answers.set(words, new ReadyAnswer(route, etag, body, reply.getHeaders()))
  }

  find(words: string): ReadyAnswer | undefined {
    const answer = this.#answers.get(words)
    if (!answer || !this.#areOutdated()) return answer
    this.forget()
    return undefined
  }

  forget(): void {
    this.#version++
    this.#answers.clear()
  }
}

/** A request that was answered from what was ready. */
export interface ReadilyAnswered {
  id: string
  method: string
  url: string
  route: string
  status: 200 | 304
  /** Until the answer was handed to the system. */
  ms: number
}

/**
 * Answers what is ready before the framework looks at it: its way through hooks, routing and validation takes
 * longer than all the rest of such an answer. What is not ready, or asked for in an unusual manner, goes that way.
 */
export class ReadyFirst {
  readonly #sources: ReadyAnswers[] = []
  readonly #listeners: ((answered: ReadilyAnswered) => void)[] = []
  readonly #isForeign: ReturnType<typeof foreignHosts>
  readonly #idOf: (request: IncomingMessage) => string
  #isOpen = true

  /** To be called before the app listens. */
  constructor(app: FastifyInstance, config: Config) {
    this.#isForeign = foreignHosts(config)
    this.#idOf = requestIds(config)
    const [framework] = app.server.listeners('request')
    if (!framework) throw new Error('The framework does not listen to requests.')
    app.server.off('request', framework as () => void)
    app.server.on('request', (request, response) => {
      if (!this.#answer(request, response)) framework.call(app.server, request, response)
    })
    // An answer of a server that closes says so.
    app.addHook('preClose', (done) => {
      this.stop()
      done()
    })
  }

  /** Looks for ready answers here as well. */
  add(answers: ReadyAnswers): void {
    this.#sources.push(answers)
  }

  onAnswered(listener: (answered: ReadilyAnswered) => void): void {
    this.#listeners.push(listener)
  }

  /** From now on the framework answers everything. */
  stop(): void {
    this.#isOpen = false
  }

  #find({ method, url = '', headers }: IncomingMessage): ReadyAnswer | undefined {
    if (!this.#isOpen || method !== 'GET') return undefined
    const words = wordsOf(url, headers)
    for (const source of this.#sources) {
      const answer = source.find(words)
      if (!answer) continue
      const isUsual = !SPECIAL.some((name) => headers[name] !== undefined)
      return isUsual && !this.#isForeign?.(headers.host) ? answer : undefined
    }
    return undefined
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const start = performance.now()
    const answer = this.#find(request)
    if (!answer) return false
    const { etag, heads, body, route } = answer
    const id = this.#idOf(request)
    const { headers } = request
    const isKnown = headers['if-none-match'] !== undefined && fresh(headers, { etag })
    const status = isKnown ? 304 : 200
    response.writeHead(status, [...(isKnown ? heads.known : heads.whole), id])
    if (isKnown) response.end()
    else response.end(body)
    const { method = '', url = '' } = request
    const ms = performance.now() - start
    for (const listener of this.#listeners) listener({ id, method, url, route, status, ms })
    return true
  }
}
