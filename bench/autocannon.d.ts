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
    /** In seconds; without an amount it is needed. */
    duration?: number
    /** Requests after which it ends, in place of a duration. */
    amount?: number
    setupClient?: (client: Client) => void
    requests?: readonly Request[]
    /** Requests a second, of all connections together. */
    overallRate?: number
    /** Threads of its own. */
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
    /** How many answers had which status. */
    statusCodeStats: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result> & { stop(): void }
}
