import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { z } from 'zod'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { ReadyAnswers } from './ready-answers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Shorter bodies are not worth compressing. */
const COMPRESS_FROM = 1024

/** They run beside the event loop, once for each answer and encoding. */
const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** An answer that is the same for everybody, as it leaves: its bytes, compressed as well once that is asked for. */
export class AnswerBytes {
  readonly etag: string
  readonly #plain: Buffer
  readonly #compressed: { br?: Promise<Buffer> | Buffer; gzip?: Promise<Buffer> | Buffer } = {}

  /**
   * Of what a call answers; only what its contract lists gets into the bytes.
   * @param contract the schema of the answer
   */
  static of<Schema extends z.ZodType>(contract: Schema, answer: z.output<Schema>): AnswerBytes {
    return new AnswerBytes(JSON.stringify(z.encode(contract, answer)))
  }

  constructor(json: string) {
    this.#plain = Buffer.from(json)
    // Weak: it names what is said, however that is compressed.
    this.etag = `W/"${hash('sha1', this.#plain, 'base64url')}"`
  }

  /**
   * Sends it, or in a word that whoever asks has it already.
   * @param ready where it is kept for others who ask the same
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    cacheControl: string,
    ready?: ReadyAnswers,
  ): FastifyReply | Promise<FastifyReply> {
    const version = ready?.version
    const sendWhole = (body: Buffer) => {
      if (version !== undefined) ready?.keep(request, reply, { etag: this.etag, body }, version)
      return reply.send(body)
    }
    reply.header('cache-control', cacheControl)
    reply.header('vary', 'accept-encoding')
    reply.header('etag', this.etag)
    if (fresh(request.headers, { etag: this.etag })) return reply.status(304).send()
    reply.header('content-type', JSON_TYPE)
    const encoding = this.#encodingFor(request)
    if (encoding === 'identity') return sendWhole(this.#plain)
    reply.header('content-encoding', encoding)
    const body = this.#compressed[encoding] ?? this.#compress(encoding)
    return body instanceof Promise ? body.then(sendWhole) : sendWhole(body)
  }

  #encodingFor({ headers }: FastifyRequest): Encoding {
    if (this.#plain.length < COMPRESS_FROM) return 'identity'
    return acceptedEncoding(headers['accept-encoding'])
  }

  #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const compressing = compressors[encoding](this.#plain).then((body) => {
      this.#compressed[encoding] = body
      return body
    })
    this.#compressed[encoding] = compressing
    return compressing
  }
}

/** A part of an answer: its bytes, or a short text of ASCII alone. */
export type Piece = string | Buffer

function joined(pieces: readonly Piece[]): Buffer {
  let length = 0
  for (const piece of pieces) length += piece.length
  const bytes = Buffer.allocUnsafe(length)
  let end = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') writeAscii(piece, bytes, end)
    else piece.copy(bytes, end)
    end += piece.length
  }
  return bytes
}

/** Of a short text it takes a fraction of what `bytes.write` does. */
function writeAscii(text: string, bytes: Buffer, at: number): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}

/** Sends what was written, in pieces, as the contract of the call has it. */
export function sendJson(reply: FastifyReply, pieces: readonly Piece[]): FastifyReply {
  return reply.header('content-type', JSON_TYPE).send(joined(pieces))
}

/**
 * An answer that is made anew when what it is made of is another than the last time. Nobody tells of such a change: it is
 * looked for at each request.
 */
export class KeptWhileSame<Parts extends readonly unknown[]> {
  /** Of the answer that was made last, the whole answers. */
  readonly ready: ReadyAnswers
  readonly #partsNow: () => Parts
  readonly #make: (...parts: Parts) => Promise<AnswerBytes>
  #last: { parts: Parts; bytes: AnswerBytes } | undefined

  constructor(partsNow: () => Parts, make: (...parts: Parts) => Promise<AnswerBytes>) {
    this.#partsNow = partsNow
    this.#make = make
    this.ready = new ReadyAnswers(() => !this.#madeOf(partsNow()))
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    cacheControl: string,
  ): Promise<FastifyReply> {
    const parts = this.#partsNow()
    const same = this.#madeOf(parts)
    if (same) return same.send(request, reply, cacheControl, this.ready)
    const bytes = await this.#make(...parts)
    this.#last = { parts, bytes }
    this.ready.forget()
    return bytes.send(request, reply, cacheControl)
  }

  #madeOf(parts: Parts): AnswerBytes | undefined {
    const { bytes, parts: made } = this.#last ?? {}
    return made && parts.every((part, i) => part === made[i]) ? bytes : undefined
  }
}
