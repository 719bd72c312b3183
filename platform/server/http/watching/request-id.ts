import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

export const REQUEST_ID = 'x-request-id'

/** Characters that are hard to confuse when read aloud (Crockford's base 32). */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12
/** Random bytes are cheapest in large blocks. */
const PAGE = 4096
/** Ids of proxies: nginx's 32 hexadecimal digits, UUIDs and similar. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

let page = Buffer.alloc(0)
let used = 0

function newRequestId(): string {
  if (used + LENGTH > page.length) {
    page = randomBytes(PAGE)
    used = 0
  }
  let id = ''
  for (const end = used + LENGTH; used < end; used++) id += SIGNS[(page[used] ?? 0) & 31]
  return id
}

/** Generates request ids: the one from a trusted proxy, otherwise a random one. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const isBelieved = (address: string) =>
    typeof trustProxy === 'function' ? trustProxy(address, 0) : trustProxy
  return ({ headers, socket }: IncomingMessage): string => {
    const sentId = headers[REQUEST_ID]
    const isGiven = typeof sentId === 'string' && WELL_FORMED.test(sentId)
    return isGiven && isBelieved(socket.remoteAddress ?? '') ? sentId : newRequestId()
  }
}

/** Adds the request id to every response, so that users can quote it. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
