import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Cuts all connections and refuses new ones, like a server that is down. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  /** Accepts data and forwards nothing, like a machine that hangs. */
  hang(): void
  /** Makes each connection hang once it sends this text, until `end` is called. */
  hangOn(text: string): { firstHangs: Promise<void>; end: () => void }
  close(): Promise<void>
}

/**
 * A connection to a server that a test can cut.
 * @param greeting handles the first bytes that a client sends
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  greeting = (first: Buffer) => first,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let trap: { text: string; onHang: () => void } | null = null
  const hang = (socket: Socket) => socket.unpipe().on('data', () => {})
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.once('data', (first) => {
      upstream.write(greeting(first))
      client.pipe(upstream).pipe(client)
      client.on('data', (bytes) => {
        if (!trap || !bytes.includes(trap.text)) return
        for (const socket of [client, upstream]) hang(socket)
        trap.onHang()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const goDown = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  return {
    port,
    goDown,
    async comeBack() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    hang() {
      sockets.forEach(hang)
    },
    hangOn(text) {
      return {
        firstHangs: new Promise((onHang) => {
          trap = { text, onHang }
        }),
        end: () => {
          trap = null
        },
      }
    },
    close: goDown,
  }
}
