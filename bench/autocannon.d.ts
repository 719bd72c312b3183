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
    duration: number
    setupClient?: (client: Client) => void
    requests?: readonly Request[]
    /** Threads of its own. */
    workers?: number
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
