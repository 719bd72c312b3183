import { type Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { RawRequest } from './malformed-requests.ts'

export interface RawAnswer {
  status: number
  text: string
}

const ENOUGH_BYTES = 2_000

/** Sends what it is given, unchanged. Event streams are cut off after their beginning. */
export function sendRaw(origin: string, raw: RawRequest, agent: Agent): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request(
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

/** Bytes that are not even HTTP; resolves with what the server said before it hung up. */
export function sendBytes(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      socket.end()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
