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
  const closeIdleOnes = server.closeIdleConnections.bind(server)
  const look = () => {
    const before = performance.now() - SILENT_MS
    const silent = [...opened].filter(([socket]) => socket.bytesRead === 0)
    // To Node 26 a connection on which nothing was asked yet is idle, too: all wait for the youngest of them.
    if (silent.every(([, since]) => since < before)) closeIdleOnes()
    // To older ones it is about to be asked, for ever.
    for (const [socket, since] of silent) if (since < before) socket.destroy()
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    if (server.listening) {
      // Node looks for idle connections itself when a server closes, before it has read what has arrived.
      server.closeIdleConnections = () => {}
      // A connection whose last answer began before this looks idle only after it.
      // Once what has arrived is read: that this process had no time for it is no silence of the client.
      const looking = setInterval(() => setImmediate(look), LOOK_EVERY_MS)
      const cutting = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      server.once('close', () => {
        clearInterval(looking)
        clearTimeout(cutting)
      })
    }
    done()
  })
}
