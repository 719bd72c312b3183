declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST'
    path: string
    headers?: Record<string, string>
    body?: string
  }
  interface Client {
    setRequests(requests: Request[]): void
  }
  interface Options {
    url: string
    connections: number
    /** In seconds. Required unless `amount` is set. */
    duration?: number
    /** Number of requests after which the run ends; replaces `duration`. */
    amount?: number
    setupClient?: (client: Client) => void
    requests?: readonly Request[]
    /** Requests per second over all connections. */
    overallRate?: number
    /** Number of worker threads. */
    workers?: number
  }
  export interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; max: number }
    errors: number
    timeouts: number
    /** In seconds. */
    duration: number
    non2xx: number
    /** Number of answers by status. */
    statusCodeStats: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result> & { stop(): void }
}
