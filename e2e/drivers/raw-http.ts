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

/** Sends what it is given, unchanged. Event streams are cut off after their beginning. */
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

/** Where requests go in: the server itself, or the proxy before it. */
export interface Entrance {
  port: number
  /** Of a proxy that speaks TLS: its certificate, and the name that stands in it. */
  tls?: { ca: Buffer; servername: string }
}

/** From `from`, an address of this machine, each of which is a visitor of its own to a proxy. */
export function openSocket({ port, tls }: Entrance, from?: string): Socket {
  const to = { port, host: '127.0.0.1', ...(from && { localAddress: from }) }
  return tls ? connectOverTls({ ...to, ...tls, ALPNProtocols: ['http/1.1'] }) : connect(to)
}

/** Silence after an answer that means that nothing more comes. */
const QUIET_MS = 400

export interface Conversation {
  /** All that came, as it came over the wire. */
  text: string
  /** Whether the line was closed by the other side; else it fell silent. */
  closed: boolean
}

/**
 * Sends bytes that need not be HTTP. Resolves as soon as the other side hangs up, or says nothing more after an
 * answer, or said nothing at all for `patienceMs`.
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
    // A line that is reset is a line that is closed.
    socket.on('error', () => finish(true))
    socket.write(bytes, 'latin1')
  })
}
