import { once } from 'node:events'
import { Agent, createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Everything a visitor's browser can reach: a proxy for plain http that a test can switch off. The service
 * worker loses it as well, also after a reload; the browser is not told that it is offline.
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

  /** Options of a context. Without the second one a browser asks its own machine directly. */
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
