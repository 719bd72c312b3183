import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Answers what is the same for everyone, and in a word whoever has it already.
 * @param cacheControl how long it may be kept
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
  cacheControl: string,
): FastifyReply {
  const body = JSON.stringify(answer)
  // Weak, because the bytes are compressed on their way out.
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  reply.header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  reply.header('etag', etag)
  if (fresh(request.headers, { etag })) return reply.status(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}
