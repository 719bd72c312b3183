import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long what is under way may take yet; with what comes after it a process ends within 10 s. */
const GRACE_MS = 5_000
const LOOK_EVERY_MS = 50

/**
 * Lets a server that closes end soon: every answer says that its connection is closed after it, and
 * clients that would keep theirs are not waited for. What is under way is answered, within limits.
 */
export function addClosing(app: FastifyInstance): void {
  const { server } = app
  let closing = false
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers open connections in advance; to the server they are about to ask.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    if (server.listening) {
      // A connection whose last answer began before this looks idle only after it.
      const looking = setInterval(closeIdle, LOOK_EVERY_MS)
      const cutting = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      server.once('close', () => {
        clearInterval(looking)
        clearTimeout(cutting)
      })
    }
    done()
  })
}
