import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

const MIB = 1024 * 1024
/** Approximate overhead of an entry in bytes: objects, ETag, headers. */
const ENTRY_BYTES = 1_024
/** The app does not request longer URLs. */
const MAX_URL_LENGTH = 300
/** Smaller bodies are not worth compressing. */
const COMPRESS_FROM_BYTES = 1024

/** Compression runs in the thread pool, once per cached response. */
const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

interface CachedResponse {
  etag: string
  contentType: string
  encoding: Encoding
  body: Buffer
}

/**
 * Copies the bytes: small buffers are slices of a shared pool, and a compressor returns the start of a 16 kB buffer.
 */
function copied(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

interface ResponseCacheOptions {
  /** `Cache-Control` of each response. */
  cacheControl: string
  maxBytes?: number
  /**
   * Milliseconds after which a response is computed again. Without it, entries stay until {@link ResponseCache.clear}.
   */
  ttl?: number
  /** Inputs that do not announce their changes: the cache is cleared when one of them has changed. */
  inputs?: () => readonly unknown[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses of this route are the same for every caller and are cached here. */
    cache?: ResponseCache
  }
  interface FastifyRequest {
    /** Generation of the cache when the request arrived; null once the response came from the cache. */
    cacheGeneration: number | null
  }
}

/** The cache key, made of URL and encoding; null if the request cannot be cached. */
function keyOf({ method, url, headers }: FastifyRequest): string | null {
  if (method !== 'GET' || url.length > MAX_URL_LENGTH) return null
  return `${acceptedEncoding(headers['accept-encoding'])} ${url}`
}

/**
 * Caches the bytes of responses that are the same for every caller, one LRU entry per URL and encoding. Code that
 * changes the data of a response calls {@link clear}.
 *
 *     const cache = new ResponseCache({ cacheControl: 'public, max-age=60' })
 *     registerEndpoints(app, deps, 'items', itemsApi, { list }, {}, { list: cache })
 */
export class ResponseCache {
  readonly cacheControl: string
  readonly #responses: LRUCache<string, CachedResponse>
  readonly #inputs: (() => readonly unknown[]) | undefined
  #lastInputs: readonly unknown[] = []
  #generation = 0
  #isEnabled = true

  constructor({ cacheControl, maxBytes = 4 * MIB, ttl = 0, inputs }: ResponseCacheOptions) {
    this.#inputs = inputs
    this.cacheControl = cacheControl
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      ttl,
      sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.length,
    })
  }

  /** Changes with each {@link clear}. */
  get generation(): number {
    return this.#generation
  }

  find(key: string): CachedResponse | undefined {
    if (this.#inputs) this.#compare(this.#inputs())
    return this.#responses.get(key)
  }

  /** @param generation read before the response was computed: if it has changed since, the response may be stale */
  set(key: string, response: CachedResponse, generation: number): void {
    if (!this.#isEnabled || generation !== this.#generation) return
    this.#responses.set(key, { ...response, body: copied(response.body) })
  }

  clear(): void {
    this.#generation++
    this.#responses.clear()
  }

  #compare(inputs: readonly unknown[]): void {
    if (inputs.some((input, i) => input !== this.#lastInputs[i])) this.clear()
    this.#lastInputs = inputs
  }

  /** Turned off while change notifications cannot be received. */
  enable(isEnabled: boolean): void {
    this.#isEnabled = isEnabled
    this.clear()
  }
}

function sendHeaders(
  reply: FastifyReply,
  { cacheControl }: ResponseCache,
  { etag, contentType, encoding }: Omit<CachedResponse, 'body'>,
): void {
  reply.header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  reply.header('etag', etag)
  reply.header('content-type', contentType)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
}

/** Sends 304: the client already has the body. */
function notModified(reply: FastifyReply): FastifyReply {
  return reply.status(304).removeHeader('content-type').removeHeader('content-encoding')
}

function encoded(
  request: FastifyRequest,
  reply: FastifyReply,
  plain: Buffer,
): CachedResponse | Promise<CachedResponse> {
  const accepted = acceptedEncoding(request.headers['accept-encoding'])
  const encoding = plain.length < COMPRESS_FROM_BYTES ? 'identity' : accepted
  // Weak, because it is the same for every encoding.
  const etag = `W/"${hash('sha1', plain, 'base64url')}"`
  const contentType = String(reply.getHeader('content-type'))
  if (encoding === 'identity') return { etag, contentType, encoding, body: plain }
  return compressors[encoding](plain).then((body) => ({ etag, contentType, encoding, body }))
}

/** Stores a computed response. Returns its body, or an empty one if the client already has it. */
function store(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: ResponseCache,
  response: CachedResponse,
  generation: number,
): Buffer | string {
  const key = keyOf(request)
  if (key !== null) cache.set(key, response, generation)
  sendHeaders(reply, cache, response)
  if (!fresh(request.headers, { etag: response.etag })) return response.body
  notModified(reply)
  return ''
}

/**
 * Answers routes with `config.cache` and `compress: false` from their cache. Register it after the rate limit; cached
 * responses pass through the same hooks as all others.
 */
export function addResponseCaching(app: FastifyInstance): void {
  app.decorateRequest('cacheGeneration', null)
  app.addHook('onRoute', (route) => {
    const cache = route.config?.cache
    if (!cache) return
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, reply, done) => {
        const key = keyOf(request)
        const cached = key === null ? undefined : cache.find(key)
        if (!cached) {
          request.cacheGeneration = cache.generation
          done()
          return
        }
        sendHeaders(reply, cache, cached)
        if (fresh(request.headers, { etag: cached.etag })) notModified(reply).send()
        else reply.send(cached.body)
      },
    ]
    route.onSend = [
      (request, reply, payload, done) => {
        const generation = request.cacheGeneration
        const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
        if (generation === null || !Buffer.isBuffer(plain) || reply.statusCode !== 200) {
          done(null, payload)
          return
        }
        const finish = (response: CachedResponse) =>
          done(null, store(request, reply, cache, response, generation))
        const response = encoded(request, reply, plain)
        if (response instanceof Promise) response.then(finish, done)
        else finish(response)
      },
      // Includes the hook that drops the body of a HEAD response.
      ...[route.onSend ?? []].flat(),
    ]
  })
}
