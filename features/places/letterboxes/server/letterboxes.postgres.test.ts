import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { startTcpProxy, type TcpProxy } from '#app/server/testing/tcp-proxy.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { postgresDatabase } from '#platform/server/db/client.ts'
import { letterboxesApi } from '../contract.ts'

/** Two processes; the database connection of the second one can be cut. */
let first: TestApp
let second: TestApp
let line: TcpProxy
let secondDatabase: Awaited<ReturnType<typeof postgresDatabase>>

beforeAll(async () => {
  first = await createTestApp()
  const direct = new URL(first.testDatabase.url ?? '')
  line = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) })
  const proxied = new URL(direct)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(line.port)
  secondDatabase = await postgresDatabase(proxied.href, () => {}, LISTENING)
  second = await createTestApp({ sharing: first, deps: { database: secondDatabase } })
})
afterAll(async () => {
  await second.close()
  await secondDatabase.close()
  await line.close()
  await first.close()
})

/** Shorter intervals than in production. */
const LISTENING = { askEvery: 100, limit: 500, grace: 100 }
const WORLD = { south_west: '-90,-180', north_east: '90,180' }

it('the index contains changes of another process', async () => {
  const { id } = await createLetterbox(first.deps.database.orm, { latitude: 1, longitude: 1 })
  const ids = async () =>
    (await second.call(letterboxesApi.list, { query: WORLD })).body.letterboxes.map((l) => l.id)
  await expect.poll(ids).toEqual([id])
})

it('the index catches up after its listening connection was lost', async () => {
  await line.goDown()
  await createLetterbox(first.deps.database.orm, { latitude: 2, longitude: 2 })
  expect(second.deps.letterboxFeed.index.size).toBe(1)
  await line.comeBack()
  await expect.poll(() => second.deps.letterboxFeed.index.size, { timeout: 20_000 }).toBe(2)
  await expect.poll(async () => (await second.app.inject('/readyz')).statusCode).toBe(200)
})

it('the index catches up after the server ended the listening connection', async () => {
  const [row] = await first.deps.database.query<{ ended: number }>(
    `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'letterlend listener'`,
  )
  expect(row?.ended).toBeGreaterThanOrEqual(1)
  await createLetterbox(first.deps.database.orm, { latitude: 3, longitude: 3 })
  for (const { deps } of [first, second]) {
    await expect.poll(() => deps.letterboxFeed.index.size, { timeout: 20_000 }).toBe(3)
  }
})

describe('a process that gets no notifications', () => {
  const metric = async (name: string) => {
    const { body } = await second.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1])
  }
  const isUpToDate = () => metric('letterlend_map_up_to_date')
  const readiness = async () => (await second.app.inject('/readyz')).statusCode

  it('reports it at once, and catches up when the connection is back', async () => {
    expect(await isUpToDate()).toBe(1)
    line.hang()
    expect(await isUpToDate()).toBe(0)
    await createLetterbox(first.deps.database.orm, { latitude: 4, longitude: 4 })
    await expect.poll(() => second.deps.letterboxFeed.index.size, { timeout: 20_000 }).toBe(4)
    expect(await isUpToDate()).toBe(1)
  })

  it('retries a LISTEN without response, and is not ready after a minute', async () => {
    const trap = line.hangOn('LISTEN')
    line.hang()
    await trap.firstHangs
    expect(await isUpToDate()).toBe(0)
    await createLetterbox(first.deps.database.orm, { latitude: 5, longitude: 5 })
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
    second.advance(59_000)
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
    second.advance(2_000)
    await expect.poll(readiness, { timeout: 20_000 }).toBe(503)
    expect(await isUpToDate()).toBe(0)
    trap.end()
    await expect.poll(() => second.deps.letterboxFeed.index.size, { timeout: 20_000 }).toBe(5)
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
    expect(await isUpToDate()).toBe(1)
  })
})
