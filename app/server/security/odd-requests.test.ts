import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** All responses until the server closes the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const { port } = test.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const LOGIN = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
/** A request smuggled in the body: executed by a server that misjudges where the first one ends. */
const HIDDEN = 'GET /api/v1/items HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a request with an ambiguous end', () => {
  it.each([
    ['two lengths', `${LOGIN}Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}${HIDDEN}`],
    [
      'a length and parts',
      `${LOGIN}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    [
      'parts that are not the last',
      `${LOGIN}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['parts by another name', `${LOGIN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a blank before the colon', `${LOGIN}Content-Length : 2\r\n\r\n{}${HIDDEN}`],
    [
      'a header that goes on',
      `${LOGIN}Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    [
      'lines that end in one sign',
      `POST /api/v1/auth/login HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}${HIDDEN}`,
    ],
  ])('is refused, and the bytes after it are not read: %s', async (_, bytes) => {
    const answers = await sendBytes(bytes)
    expect(answers.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
    expect(answers).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a compressed body', () => {
  const send = (bytes: number) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ email: 'a@example.org', password: ' '.repeat(bytes) })),
    })

  it('is decompressed only up to the limit of an uncompressed one', async () => {
    expect((await send(100)).statusCode).toBe(401)
    const { statusCode, body } = await send(30_000_000)
    expect([statusCode, JSON.parse(body).code]).toEqual([413, 'payload_too_large'])
  })
})

describe('a body that is too large', () => {
  const announced = (bytes: number) => `${LOGIN}Content-Length: ${bytes}\r\n\r\n`
  const LAST = 'GET /api/v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

  it('is read to its end so that the client receives the response', async () => {
    const answers = await sendBytes(`${announced(3_000_000)}${' '.repeat(3_000_000)}${LAST}`)
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
    expect(answers).toContain('payload_too_large')
  })

  it('is not read if it exceeds the largest limit', async () => {
    const answers = await sendBytes(announced(17_000_000))
    expect(answers).toMatch(/^HTTP\/1\.1 413 /)
    expect(answers.toLowerCase()).toContain('connection: close')
  })
})

describe('a repeated query parameter', () => {
  it('is refused if the call expects a single value', async () => {
    const once = await test.app.inject('/api/v1/letterboxes/geojson?limit=2')
    const twice = await test.app.inject('/api/v1/letterboxes/geojson?limit=2&limit=3')
    expect([once.statusCode, twice.statusCode]).toEqual([200, 400])
  })
})
