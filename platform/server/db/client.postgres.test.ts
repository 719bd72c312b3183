import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { startTcpProxy, type TcpProxy } from '#app/server/testing/tcp-proxy.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { type Database, postgresDatabase } from './client.ts'

let testDatabase: TestDatabase
let proxy: TcpProxy
let database: Database
let test: TestApp
const onError = vi.fn()

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const url = new URL(testDatabase.url ?? '')
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.port = String(proxy.port)
  database = await postgresDatabase(url.href, onError)
  test = await createTestApp({ deps: { database } })
})
afterAll(async () => {
  await test.close()
  await database.close()
  await proxy.close()
  await testDatabase.drop()
})

/** This call always queries the database. */
const CALL = '/api/v1/letterboxes/byAddress?q=Langstrasse+94'
const callStatus = async () => (await test.app.inject(CALL)).statusCode

it('JIT compilation is disabled for our connections', async () => {
  expect(await database.query('SHOW jit')).toEqual([{ jit: 'off' }])
})

describe('a database outage', () => {
  it('makes calls return 503 with Retry-After, and needs no restart afterwards', async () => {
    expect((await test.app.inject(CALL)).statusCode).toBe(200)
    await proxy.goDown()
    const away = await test.app.inject(CALL)
    expect([away.statusCode, away.json().code]).toEqual([503, 'unavailable'])
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
    expect(away.body).not.toMatch(/ECONN|5432|postgres/i)
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    expect((await test.app.inject('/readyz')).statusCode).toBe(503)
    await proxy.comeBack()
    expect((await test.app.inject(CALL)).statusCode).toBe(200)
  })

  it('fails the interrupted transaction, and not the process', async () => {
    const interrupted = database.orm.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      const lost = new Promise((resolve) => onError.mockImplementation(resolve))
      await proxy.goDown()
      await lost
      await tx.execute(sql`SELECT 1`)
    })
    await expect(interrupted).rejects.toThrow()
    await proxy.comeBack()
    // Another connection was cut as well; the first call that gets it may still fail.
    await expect.poll(callStatus).toBe(200)
  })

  it('leaks no connection when it interrupts the begin of a transaction', async () => {
    // More outages than the pool has connections.
    for (let outage = 0; outage < 12; outage++) {
      await database.query('SELECT 1')
      const begun = database.orm.transaction(async (tx) => tx.execute(sql`SELECT 1`))
      const [result] = await Promise.allSettled([begun, proxy.goDown()])
      expect(result.status).toBe('rejected')
      await proxy.comeBack()
    }
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('leaves listeners that reconnect and receive notifications again', async () => {
    const [onPayload, onReconnect] = [vi.fn(), vi.fn()]
    const stop = await database.listen({ channel: 'test_channel', onPayload, onReconnect })
    const patience = { timeout: 20_000 }
    // The listener may still be reconnecting after the previous outages.
    await expect
      .poll(async () => {
        await testDatabase.database.query(`SELECT pg_notify('test_channel', 'before')`)
        return onPayload.mock.calls.length
      }, patience)
      .toBeGreaterThan(0)
    onReconnect.mockClear()
    await proxy.goDown()
    await proxy.comeBack()
    await expect.poll(() => onReconnect.mock.calls.length, patience).toBe(1)
    await testDatabase.database.query(`SELECT pg_notify('test_channel', 'hello')`)
    await expect.poll(() => onPayload.mock.lastCall, patience).toEqual(['hello'])
    await stop()
  })
})

describe('processes that start together', () => {
  it('migrate an empty database one after the other', async () => {
    const template = inject('databaseTemplate')
    if (template.kind !== 'postgres') throw new Error('This test needs a server')
    const name = `letterlend_test_empty_${process.pid}`
    const admin = new pg.Client({ connectionString: template.server })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(template.server)
    url.pathname = `/${name}`
    const opened = await Promise.all(Array.from({ length: 4 }, () => postgresDatabase(url.href)))
    const [row] =
      (await opened[0]?.query<{ count: number }>('SELECT count(*)::int AS count FROM users')) ?? []
    expect(row?.count).toBe(0)
    await Promise.all(opened.map((each) => each.close()))
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })
})
