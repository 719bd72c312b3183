import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import send from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { ReadyAnswers, type ReadyFirst } from './ready-answers.ts'
import { nameSignsOfDrawings, WHOLE_FILES, withSigns } from './static-files.ts'

interface SmallFolder {
  root: string
  /** With a slash at its end. */
  prefix: string
  maxAge: string
}

type Answers = Record<
  Encoding,
  { headers: Record<string, string> & { etag: string }; body: Buffer }
>

/** Headers of requests that may be answered with something else than the whole file. */
const SPECIAL = ['if-none-match', 'if-match', 'x-no-compression'] as const

const COMPRESS: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipSync(body),
}

/** What the framework would send for a file, read and compressed when it is first asked for. */
async function read(name: string, { root, maxAge }: SmallFolder): Promise<Answers | null> {
  const bareRequest = Object.assign(new Readable(), { method: 'GET', headers: {} })
  const sent = await send(bareRequest, `/${encodeURIComponent(name)}`, {
    root,
    maxAge,
    ...WHOLE_FILES,
  })
  if (sent.type !== 'file') return null
  const body = await buffer(sent.stream)
  const {
    'Content-Length': _length,
    'Content-Type': type = '',
    ETag: etag = '',
    ...others
  } = sent.headers as Record<string, string>
  const headers = { ...others, etag, 'content-type': withSigns(type) }
  const compressed = (encoding: 'br' | 'gzip') => ({
    headers: { ...headers, vary: 'accept-encoding', 'content-encoding': encoding },
    // A copy: what a compressor answers is the beginning of 16 kB that are kept with it.
    body: Buffer.from(COMPRESS[encoding](body)),
  })
  return {
    identity: { headers, body },
    br: compressed('br'),
    gzip: compressed('gzip'),
  }
}

/** The encoding of the kept answer; null if the request is not for one. */
function keptEncoding({ method, headers }: FastifyRequest): Encoding | null {
  if (method !== 'GET' || SPECIAL.some((name) => headers[name] !== undefined)) return null
  const acceptEncoding = headers['accept-encoding']
  const best = acceptedEncoding(acceptEncoding)
  return best === 'identity' && acceptEncoding && acceptEncoding !== 'identity' ? null : best
}

/**
 * A folder of a few hundred small files that do not change while the process runs. Whoever asks for one
 * gets it from memory, and who asks again in the same words gets a ready answer.
 */
export async function addSmallFiles(
  app: FastifyInstance,
  readyFirst: ReadyFirst,
  folder: SmallFolder,
): Promise<void> {
  const { root, prefix, maxAge } = folder
  const names = new Map((await readdir(root)).map((name) => [prefix + name, name]))
  const answersByUrl = new Map<string, Answers>()
  const ready = new ReadyAnswers()
  readyFirst.add(ready)
  const readByUrl = async (url: string): Promise<Answers | null> => {
    const name = names.get(url)
    if (name === undefined) return null
    const answers = await read(name, folder)
    if (answers) answersByUrl.set(url, answers)
    else names.delete(url)
    return answers
  }
  await app.register(async (scope) => {
    nameSignsOfDrawings(scope)
    scope.addHook('onRequest', (request, reply, done) => {
      const encoding = keptEncoding(request)
      if (!encoding) return done()
      const answerWith = (answers: Answers | null) => {
        if (!answers) return done()
        const { headers, body } = answers[encoding]
        reply.headers(headers)
        ready.keep(request, reply, { etag: headers.etag, body }, ready.version)
        reply.send(body)
      }
      const kept = answersByUrl.get(request.url)
      if (kept) answerWith(kept)
      else readByUrl(request.url).then(answerWith, done)
    })
    await scope.register(fastifyStatic, {
      root,
      prefix,
      maxAge,
      ...WHOLE_FILES,
      index: false,
      decorateReply: false,
    })
  })
}
