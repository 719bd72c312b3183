import { once } from 'node:events'
import { Agent, createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The network of one visitor: a plain http proxy that a test can switch off. The service worker is cut off, too, even
 * after a reload, but the browser does not report that it is offline.
 */
export class Network {
  private constructor(
    private readonly server: Server,
    private readonly agent: Agent,
    private readonly port: number,
  ) {}

  static async open(): Promise<Network> {
    const agent = new Agent({ keepAlive: true })
    const server = createServer((request, response) => {
      const { method, headers, url = '' } = request
      const onward = forward(url, { method, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => onward.destroy())
      request.pipe(onward)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return new Network(server, agent, port)
  }

  /** Options of a context. Without the bypass, browsers reach their own machine directly. */
  get proxy() {
    return { server: `http://127.0.0.1:${this.port}`, bypass: '<-loopback>' }
  }

  /** Cuts all connections; new ones are refused. */
  async goDown(): Promise<void> {
    if (!this.server.listening) return
    const closed = once(this.server, 'close')
    this.server.close()
    this.server.closeAllConnections()
    await closed
  }

  async comeBack(): Promise<void> {
    if (this.server.listening) return
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async close(): Promise<void> {
    await this.goDown()
    this.agent.destroy()
  }
}
