import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

export const REQUEST_ID = 'x-request-id'

/** Letters and digits that are read out without mistaking one for another (Crockford's base 32). */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12
/** Random bytes are cheapest by the page. */
const PAGE = 4096
/** What proxies make: nginx's 32 hexadecimal digits, UUIDs, and what is like them. */
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

/** Names each request: as a proxy that is believed has named it, else at random. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const isBelieved = (address: string) =>
    typeof trustProxy === 'function' ? trustProxy(address, 0) : trustProxy
  return ({ headers, socket }: IncomingMessage): string => {
    const sentId = headers[REQUEST_ID]
    const isGiven = typeof sentId === 'string' && WELL_FORMED.test(sentId)
    return isGiven && isBelieved(socket.remoteAddress ?? '') ? sentId : newRequestId()
  }
}

/** Every answer says which request it belongs to, so that whoever saw it can say so. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
