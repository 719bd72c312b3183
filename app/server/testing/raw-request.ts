import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

export interface RawRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  /** `name: value` lines as received. */
  headers: string[]
  /** Empty for a stream that does not end. */
  body: Buffer
}

/** Sends a request to a listening app over its own connection. */
export async function requestRaw(app: FastifyInstance, options: RawRequest): Promise<RawAnswer> {
  const { port } = app.server.address() as AddressInfo
  const { url: path, method = 'GET', headers = {}, body } = options
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const lines: string[] = []
  for (let i = 0; i < response.rawHeaders.length; i += 2) {
    lines.push(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}`)
  }
  const endless = response.headers['content-type']?.startsWith('text/event-stream')
  const answer = endless ? Buffer.alloc(0) : await buffer(response)
  sent.destroy()
  return { status: response.statusCode ?? 0, headers: lines, body: answer }
}
