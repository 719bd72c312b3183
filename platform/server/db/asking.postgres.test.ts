import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { type Asker, askingTogether } from './asking.ts'

let test: TestDatabase
let pool: pg.Pool
let asker: Asker
beforeAll(async () => {
  test = await createTestDatabase()
  pool = new pg.Pool({ connectionString: test.url ?? '', pipeline: true })
  // As every pool of the server: a connection that is ended between two queries must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  asker = askingTogether(pool)
})
afterAll(async () => {
  await pool.end()
  await test.drop()
})

const BACKEND = 'SELECT pg_backend_pid() AS id'

it('asks on one connection what is asked at the same time', async () => {
  const connect = vi.spyOn(pool, 'connect')
  const answers = await Promise.all([asker.query(BACKEND), asker.query(BACKEND)])
  const [one, other] = answers.map(({ rows }) => rows[0].id)
  expect(one).toBe(other)
  expect(connect).toHaveBeenCalledTimes(1)
})

it('fails what is wrong and answers the rest', async () => {
  const answers = await Promise.allSettled([
    asker.query('SELECT 1 AS number'),
    asker.query('SELECT $1::int / 0 AS number', [1]),
    asker.query('SELECT $1::int AS number', [3]),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(pool.totalCount).toBe(0)
})

it('makes no call wait for what another one asks', async () => {
  const slow = asker.query('SELECT pg_advisory_lock(1), pg_sleep(0.5)')
  await new Promise((resolve) => setImmediate(resolve))
  const finished = vi.fn()
  void slow.then(finished)
  await asker.query('SELECT 1')
  expect(finished).not.toHaveBeenCalled()
  await slow
})
