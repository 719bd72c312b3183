import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** Supported compressions, best first. Clients that also accept uncompressed bodies get compressed ones. */
const COMPRESSIONS = ['br', 'gzip'] as const
type Compression = (typeof COMPRESSIONS)[number]
export type Encoding = Compression | 'identity'

/** Cache size: browsers send only a handful of different headers. */
const MOST_HEADERS = 200

const negotiator = new Negotiator<Compression>({
  supportedValues: [...COMPRESSIONS],
  cache: new LRUCache<string, string>({ max: MOST_HEADERS }),
})

const gzipNegotiator = new Negotiator<'gzip'>({
  supportedValues: ['gzip'],
  cache: new LRUCache<string, string>({ max: MOST_HEADERS }),
})

/** Whether the client accepts gzip at all, even if it prefers another encoding. For content that is stored gzipped. */
export function acceptsGzip(header: string | undefined): boolean {
  return Boolean(header && gzipNegotiator.negotiate(header.toLowerCase()) === 'gzip')
}

/** The best encoding that the client accepts; `q=0` excludes one. */
export function acceptedEncoding(header: string | undefined): Encoding {
  return (header && negotiator.negotiate(header.toLowerCase())) || 'identity'
}
