import { type Agent, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectOverTls } from 'node:tls'
import type { RawRequest } from './malformed-requests.ts'

export interface RawAnswer {
  status: number
  text: string
}

const ENOUGH_BYTES = 2_000

/** Sends a request unchanged. Event streams are cut off after their beginning. */
export function sendRaw(origin: string, raw: RawRequest, agent: Agent): Promise<RawAnswer> {
  const { hostname, port, protocol } = new URL(origin)
  const send = protocol === 'https:' ? requestOverTls : request
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { hostname, port, agent, path: raw.path, method: raw.method, headers: raw.headers },
      (incoming) => {
        const status = incoming.statusCode ?? 0
        let text = ''
        const finish = () => resolve({ status, text })
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk) => {
          text += chunk
          if (status < 400 && text.length > 0) {
            finish()
            if (incoming.headers['content-type']?.startsWith('text/event-stream'))
              incoming.destroy()
          }
          text = text.slice(0, ENOUGH_BYTES)
        })
        incoming.on('end', finish)
        incoming.on('error', finish)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(raw.body)
  })
}

/** Where requests enter: the server, or the proxy in front of it. */
export interface Entrance {
  port: number
  /** Certificate and host name of a proxy that uses TLS. */
  tls?: { ca: Buffer; servername: string }
}

/** Connects from `from`, an address of this machine; a proxy treats each address as another visitor. */
export function openSocket({ port, tls }: Entrance, from?: string): Socket {
  const to = { port, host: '127.0.0.1', ...(from && { localAddress: from }) }
  return tls ? connectOverTls({ ...to, ...tls, ALPNProtocols: ['http/1.1'] }) : connect(to)
}

/** After this much silence following a response, no more data is expected. */
const QUIET_MS = 400

export interface Conversation {
  /** All bytes received. */
  text: string
  /** Whether the other side closed the connection; otherwise it fell silent. */
  closed: boolean
}

/**
 * Sends bytes that need not be HTTP. Resolves as soon as the other side closes the connection, is silent after a
 * response, or sends nothing for `patienceMs`.
 */
export function sendBytes(
  entrance: Entrance,
  bytes: string,
  { from, patienceMs = 3_000 }: { from?: string; patienceMs?: number } = {},
): Promise<Conversation> {
  return new Promise((resolve) => {
    const socket = openSocket(entrance, from)
    let text = ''
    let timer = setTimeout(() => finish(false), patienceMs)
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      clearTimeout(timer)
      timer = setTimeout(() => finish(false), QUIET_MS)
    })
    socket.on('close', () => finish(true))
    // A reset connection counts as closed.
    socket.on('error', () => finish(true))
    socket.write(bytes, 'latin1')
  })
}
