import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that a test can switch between answering, hanging and being down. */
export class MailServer {
  readonly received: string[] = []
  readonly port: number
  #server: SMTPServer | null = null
  #hanging: { server: Server; sockets: Set<Socket> } | null = null

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Accepts mails and keeps them. */
  async answer(): Promise<void> {
    await this.die()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        let mail = ''
        stream.on('data', (chunk) => {
          mail += chunk
        })
        stream.on('end', () => {
          this.received.push(mail)
          done()
        })
      },
    })
    server.listen(this.port, '127.0.0.1')
    await once(server.server, 'listening')
    this.#server = server
  }

  /** Accepts connections without ever responding. */
  async hang(): Promise<void> {
    await this.die()
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    })
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.#hanging = { server, sockets }
  }

  /** Whether a client waits for the hanging server. */
  get keepsSomeoneWaiting(): boolean {
    return (this.#hanging?.sockets.size ?? 0) > 0
  }

  /** Refuses connections. */
  async die(): Promise<void> {
    const [answering, hanging] = [this.#server, this.#hanging]
    this.#server = null
    this.#hanging = null
    if (answering) await new Promise<void>((resolve) => answering.close(() => resolve()))
    if (hanging) {
      for (const socket of hanging.sockets) socket.destroy()
      await new Promise((resolve) => hanging.server.close(resolve))
    }
  }
}
