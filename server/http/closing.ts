import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long what is under way may take yet; with what comes after it a process ends within 10 s. */
const GRACE_MS = 5_000
export const LOOK_EVERY_MS = 50
/** Whoever has opened a connection is given so long to ask; a browser may have opened it in advance. */
const SILENT_MS = 500

/**
 * Lets a server that closes end soon: every answer says that its connection is closed after it, and
 * clients that would keep theirs are not waited for. What is under way is answered, within limits.
 */
export function addClosing(app: FastifyInstance): void {
  const { server } = app
  let closing = false
  const opened = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    opened.set(socket, performance.now())
    socket.once('close', () => opened.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    const before = performance.now() - SILENT_MS
    // Nothing was asked on it yet, which to the server is about to be asked.
    for (const [socket, since] of opened) {
      if (socket.bytesRead === 0 && since < before) socket.destroy()
    }
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    if (server.listening) {
      // A connection whose last answer began before this looks idle only after it.
      // Once what has arrived is read: that this process had no time for it is no silence of the client.
      const looking = setInterval(() => setImmediate(closeIdle), LOOK_EVERY_MS)
      const cutting = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      server.once('close', () => {
        clearInterval(looking)
        clearTimeout(cutting)
      })
    }
    done()
  })
}
