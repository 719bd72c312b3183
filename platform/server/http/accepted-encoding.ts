import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** How bodies are compressed here, the best first. Whoever takes plain bytes as well gets fewer. */
const COMPRESSIONS = ['br', 'gzip'] as const
type Compression = (typeof COMPRESSIONS)[number]
export type Encoding = Compression | 'identity'

/** Browsers send a handful of different ones. */
const MOST_HEADERS = 200

const negotiator = new Negotiator<Compression>({
  supportedValues: [...COMPRESSIONS],
  cache: new LRUCache<string, string>({ max: MOST_HEADERS }),
})

const gzipNegotiator = new Negotiator<'gzip'>({
  supportedValues: ['gzip'],
  cache: new LRUCache<string, string>({ max: MOST_HEADERS }),
})

/** Whether the client takes what is stored gzipped, however much it would like something else. */
export function acceptsGzip(header: string | undefined): boolean {
  return Boolean(header && gzipNegotiator.negotiate(header.toLowerCase()) === 'gzip')
}

/** The best encoding that the client takes; `q=0` refuses one. */
export function acceptedEncoding(header: string | undefined): Encoding {
  return (header && negotiator.negotiate(header.toLowerCase())) || 'identity'
}
