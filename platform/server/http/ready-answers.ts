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
const OF_BODY = new Set(['content-type', 'content-encoding'])
/** What is another with each answer. */
const OF_ONE_ANSWER = new Set(['etag', 'content-length', REQUEST_ID])
/** How many calls are left to whoever asked is nothing to others. */
const LIMITS = 'x-ratelimit-'

/** Names and values in turns. */
type Head = readonly string[]

/** What the framework has said beside an answer, but for what names its bytes. */
export class ReadyHeaders {
  readonly #sent: ReturnType<FastifyReply['getHeaders']>
  #joined: { whole: Head; known: Head } | null = null

  /** @param reply of which all headers but the length are set */
  constructor(reply: FastifyReply) {
    this.#sent = reply.getHeaders()
  }

  /** With the bytes. */
  get whole(): Head {
    return this.#join().whole
  }

  /** To whoever has them already. */
  get known(): Head {
    return this.#join().known
  }

  /** When it is needed: many answers are asked for once. */
  #join() {
    if (this.#joined) return this.#joined
    const headers = Object.entries(this.#sent)
      .filter(([name]) => !OF_ONE_ANSWER.has(name) && !name.startsWith(LIMITS))
      .map(([name, value]) => [name, String(value)] as const)
    this.#joined = {
      whole: headers.flat(),
      known: headers.filter(([name]) => !OF_BODY.has(name)).flat(),
    }
    return this.#joined
  }
}

/** A whole answer to a GET: the same for everybody who asks in the same words. */
export interface ReadyAnswer {
  /** As `/metrics` names it. */
  route: string
  etag: string
  body: Buffer
  headers: ReadyHeaders
}

/** Nothing where the framework is to answer. */
export type Found = ReadyAnswer | undefined

/** Where answers are found before the framework looks at a request. */
export interface ReadySource {
  /** @param words what the request says, see {@link wordsOf} */
  find(words: string, request: IncomingMessage): Found | Promise<Found>
}

/** Everything that the answer depends on, as it was sent. */
const wordsOf = (url: string, headers: IncomingHttpHeaders) =>
  `${url} ${headers['accept-encoding'] ?? ''}`

/** Answers that are outdated together, by the exact words of their requests. */
export class ReadyAnswers implements ReadySource {
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
    if (request.method !== 'GET') return
    const route = request.routeOptions.url ?? ''
    const answer = { route, etag, body, headers: new ReadyHeaders(reply) }
    this.add(wordsOf(request.url, request.headers), answer, version)
  }

  /** Keeps an answer to a GET that was made since the given version. */
  add(words: string, answer: ReadyAnswer, version: number): void {
    if (words.length > LONGEST_WORDS || version !== this.#version) return
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear()
    this.#answers.set(words, answer)
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
  readonly #sources: ReadySource[] = []
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
      const start = performance.now()
      const answer = (found: Found) => {
        if (found && this.#isOpen) this.#answer(request, response, found, start)
        else framework.call(app.server, request, response)
      }
      const found = this.#findOrLeave(request)
      if (found instanceof Promise) found.catch(() => undefined).then(answer)
      else answer(found)
    })
    // An answer of a server that closes says so.
    app.addHook('preClose', (done) => {
      this.stop()
      done()
    })
  }

  /** Looks for ready answers here as well. */
  add(source: ReadySource): void {
    this.#sources.push(source)
  }

  onAnswered(listener: (answered: ReadilyAnswered) => void): void {
    this.#listeners.push(listener)
  }

  /** From now on the framework answers everything. */
  stop(): void {
    this.#isOpen = false
  }

  #find(request: IncomingMessage): Found | Promise<Found> {
    const { method, url = '', headers } = request
    const isUsual = method === 'GET' && !SPECIAL.some((name) => headers[name] !== undefined)
    if (!this.#isOpen || !isUsual || this.#isForeign?.(headers.host)) return undefined
    const words = wordsOf(url, headers)
    for (const source of this.#sources) {
      const found = source.find(words, request)
      if (found) return found
    }
    return undefined
  }

  /** What fails fails again within the framework, which answers and logs it. */
  #findOrLeave(request: IncomingMessage): Found | Promise<Found> {
    try {
      return this.#find(request)
    } catch {
      return undefined
    }
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    answer: ReadyAnswer,
    start: number,
  ): void {
    const { etag, headers, body, route } = answer
    const id = this.#idOf(request)
    const isKnown =
      request.headers['if-none-match'] !== undefined && fresh(request.headers, { etag })
    const status = isKnown ? 304 : 200
    if (isKnown) {
      response.writeHead(status, [...headers.known, 'etag', etag, REQUEST_ID, id]).end()
    } else {
      const length = String(body.length)
      const head = [...headers.whole, 'etag', etag, 'content-length', length, REQUEST_ID, id]
      response.writeHead(status, head).end(body)
    }
    const { method = '', url = '' } = request
    const ms = performance.now() - start
    for (const listener of this.#listeners) listener({ id, method, url, route, status, ms })
  }
}
