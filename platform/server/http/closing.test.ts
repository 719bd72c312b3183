import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { openEventStream } from '#app/server/testing/event-stream.ts'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp } from '#app/server/testing/test-app.ts'
import { LOOK_EVERY_MS } from './closing.ts'

const CREDENTIALS = JSON.stringify({ email: 'nobody@example.org', password: 'not a password' })

it('a closing server answers pending calls, then closes every connection and exits', async () => {
  const test = await createTestApp()
  const stream = await openEventStream(test, (await createUser(test.deps.database.orm)).token)
  await stream.next('count')
  const { port } = test.app.server.address() as AddressInfo
  const target = { host: '127.0.0.1', port }

  // A client that has its answer and keeps the connection open for the next request.
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
  const kept = await new Promise<IncomingMessage>((resolve) => {
    get({ ...target, path: '/healthz', agent: agents[0] }, resolve)
  })
  await text(kept)
  expect(kept.headers.connection).toBe('keep-alive')
  // A client that has connected and sent nothing.
  const silent = connect(port, '127.0.0.1')
  // A client in the middle of a request, whose rest arrives after the server was told to stop.
  const login = request({
    ...target,
    agent: agents[1],
    method: 'POST',
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': CREDENTIALS.length },
  })
  login.write(CREDENTIALS.slice(0, 10))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    login.on('response', resolve).on('error', reject)
  })
  await expect
    .poll(() => new Promise((resolve) => test.app.server.getConnections((_, n) => resolve(n))))
    .toBe(4)
  // A client that has just connected and sends its request after the server was told to stop.
  const arrived = once(test.app.server, 'connection')
  const late = connect(port, '127.0.0.1')
  await arrived

  const cut = vi.spyOn(test.app.server, 'closeAllConnections')
  const closed = test.close()
  await stream.ended
  // The server has looked for idle connections, and closed them, several times.
  await setTimeout(3 * LOOK_EVERY_MS)
  late.end('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  login.end(CREDENTIALS.slice(10))
  const answer = await answered
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close'])
  expect(JSON.parse(await text(answer)).code).toBe('invalid_credentials')
  expect(await text(late)).toMatch(/^HTTP\/1.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i)
  await closed
  // No client was cut off at the end of the grace period.
  expect(cut).not.toHaveBeenCalled()
  for (const agent of agents) agent.destroy()
  silent.destroy()
})
