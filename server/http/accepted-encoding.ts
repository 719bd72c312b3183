import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** How bodies are compressed here, the best first. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send a handful of different ones. */
const MOST_HEADERS = 200

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: MOST_HEADERS }),
})

/** The best encoding that the client takes; `q=0` refuses one. */
export function acceptedEncoding(header: string | undefined): Encoding {
  return (header && negotiator.negotiate(header.toLowerCase())) || 'identity'
}
