import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time limit for requests in progress; the whole process then stops within 10 s. */
const GRACE_MS = 5_000
export const LOOK_EVERY_MS = 50
/** How long a new connection may stay silent; browsers open connections in advance. */
const SILENT_MS = 500

/**
 * Makes a closing server finish soon. Every response closes its connection, and idle keep-alive connections are not
 * waited for. Requests in progress are still answered, within a time limit.
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
    // Node 26 counts a connection without any request as idle too, so wait for the youngest of them.
    if (silent.every(([, since]) => since < before)) closeIdleOnes()
    // Older versions would wait forever for its first request.
    for (const [socket, since] of silent) if (since < before) socket.destroy()
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    if (server.listening) {
      // Node would close idle connections itself before reading data that has already arrived.
      server.closeIdleConnections = () => {}
      // A connection whose last response began earlier becomes idle only after it. setImmediate reads waiting data
      // first: a busy process must not mistake its own delay for a silent client.
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
