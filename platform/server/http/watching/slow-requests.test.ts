import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'

const logged: string[] = []
let test: TestApp
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  test = await createTestApp({ deps: { logger } })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const LOGIN = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** Sends the beginning, then one byte at a time. Returns what arrived until the server closed the connection. */
async function trickle(beginning: string): Promise<string> {
  const { port } = test.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  // A byte sent after that causes a connection reset.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(beginning)
  const dripping = setInterval(() => socket.write('a'), 50)
  await closed
  clearInterval(dripping)
  return answer
}

it('a request must arrive within half a minute, and slow requests are closed every second', async () => {
  const { server } = test.app
  expect(server.headersTimeout).toBeGreaterThanOrEqual(5_000)
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout)
  expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
  // The rest of the test relies on the server's own timeouts, shortened.
  server.headersTimeout = 300
  server.requestTimeout = 600
  const answers = await Promise.all([
    trickle('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    trickle(`${LOGIN}Content-Length: 60000\r\n\r\n{"email":"`),
    // Rejected at once; its missing body does not keep the connection open.
    trickle('POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n'),
  ])
  expect(answers[0]).toMatch(/^HTTP\/1\.1 408 /)
  expect(answers[1]).toMatch(/^HTTP\/1\.1 4/)
  expect(answers[2]).toMatch(/^HTTP\/1\.1 4/)
  expect(logged).toEqual([])
})
