import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** The server cannot listen on PORT and HOST; the message is shown to the operator. */
export class ListenError extends Error {
  constructor(cause: unknown, { host, port }: Address) {
    super(sentenceOf(cause, { host, port }), { cause })
  }
}

function sentenceOf(error: unknown, { host, port }: Address): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'EADDRINUSE':
      return `The port is taken by another program: set PORT to a free one, such as PORT=${port < 65_535 ? port + 1 : 3001}.`
    case 'EACCES':
      return `PORT=${port} is not for this user to listen on: set it above 1023, with a proxy in front that has the port.`
    case 'EADDRNOTAVAIL':
      return `HOST=${host} is not an address of this machine: set it to 127.0.0.1, to 0.0.0.0 for all of them, or to one of its own.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is an unknown name: set it to an address of this machine, such as 127.0.0.1.`
    default:
      return `HOST=${host} PORT=${port} cannot be listened on (${code || 'for an unknown reason'}).`
  }
}

/**
 * Checks that the server can listen on the address, before slow steps or changes to the database.
 * Throws {@link ListenError}.
 */
export async function tryAddress({ host, port }: Address): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw new ListenError(error, { host, port })
  } finally {
    if (server.listening) {
      const closed = once(server, 'close')
      server.close()
      await closed
    }
  }
}
