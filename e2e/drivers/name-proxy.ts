import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'

interface Answer {
  status: number
  location: string | undefined
}

/**
 * Proxies two names of a community that moves to another name. Both lead to one server until the old name redirects,
 * as in docs/moving-host.md. Browsers resolve names below localhost to this machine and treat them as secure.
 */
export class NameProxy {
  private readonly server: Server
  private moved = false

  private constructor(private readonly upstream: number) {
    this.server = createServer((incoming, answer) => this.answer(incoming, answer))
  }

  static async start(upstream: number): Promise<NameProxy> {
    const proxy = new NameProxy(upstream)
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    return proxy
  }

  get oldOrigin(): string {
    return `http://old.localhost:${this.port}`
  }

  get newOrigin(): string {
    return `http://new.localhost:${this.port}`
  }

  private get port(): number {
    const address = this.server.address()
    if (typeof address !== 'object' || !address) throw new Error('Unexpected address of a proxy')
    return address.port
  }

  /** Makes the old name redirect to the new one. */
  move(): void {
    this.moved = true
  }

  /** The response under the old name for a client that does not follow redirects. */
  async askOldName(method: string, path: string): Promise<Answer> {
    const asking = request({
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers: { host: new URL(this.oldOrigin).host },
    }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    return { status: answer.statusCode ?? 0, location: answer.headers.location }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private answer(incoming: IncomingMessage, answer: ServerResponse): void {
    const isOld = incoming.headers.host === new URL(this.oldOrigin).host
    if (this.moved && isOld) {
      answer.writeHead(308, { location: `${this.newOrigin}${incoming.url}` }).end()
      return
    }
    const { method, url, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: this.upstream, method, path: url, headers })
    passed.on('response', (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  }
}
