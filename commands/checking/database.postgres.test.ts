import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { readConfig } from '#platform/server/config.ts'
import { checkDatabase } from './database.ts'

const role = `letterlend_check_${randomUUID().slice(0, 8)}`
let test: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  test = await createTestDatabase()
  admin = new pg.Client({ connectionString: test.url })
  await admin.connect()
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'Gehe!m-77'`)
})
afterAll(async () => {
  await admin.query(`DROP OWNED BY ${role}`)
  await admin.query(`DROP ROLE ${role}`)
  await admin.end()
  await test.drop()
})

const findingLines = async (change: (url: URL) => void = () => {}, settings: object = {}) => {
  const url = new URL(test.url ?? '')
  change(url)
  const findings = await checkDatabase(readConfig({ DATABASE_URL: url.href, ...settings }))
  return findings.map(({ verdict, text }) => `${verdict} ${text}`)
}

it('the check of the database finds nothing wrong with a database in use', async () => {
  const lines = await findingLines()
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  expect(lines).toContain('ok the tables are up to date')
  expect(lines).toContain('ok notifications arrive (LISTEN/NOTIFY)')
})

it('the check of the database warns when the processes need more connections than PostgreSQL allows', async () => {
  const lines = await findingLines(() => {}, { PROCESSES: '64' })
  expect(lines.join('\n')).toMatch(
    /warning PostgreSQL allows \d+ connections, but PROCESSES=64 needs 768: raise max_connections/,
  )
})

it('the check of the database warns of a remote database without encryption', async () => {
  const inTheClear = /is not encrypted: end DATABASE_URL with \?sslmode=verify-full/
  expect((await findingLines()).join('\n')).not.toMatch(inTheClear)
  // Still this machine, but the host name does not show it.
  const lines = await findingLines((url) => {
    url.host = `127.1:${url.port || 5432}`
  })
  expect(lines.join('\n')).toMatch(inTheClear)
})

it('the check of the database reports a role that may not create tables', async () => {
  const lines = await findingLines((url) => {
    url.username = role
    url.password = 'Gehe!m-77'
  })
  expect(lines.join('\n')).toMatch(/wrong the role ".*" may not create tables: ALTER DATABASE/)
  expect(lines.join('\n')).not.toContain('Gehe!m')
})

it('the check of the database reports pending migrations and a database of a newer version', async () => {
  const { rows } = await admin.query(
    'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations) RETURNING *',
  )
  expect(await findingLines()).toContain('ok 1 migrations will run at the next start')
  await admin.query(
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2::bigint), ($1, $2::bigint + 1)',
    [rows[0].hash, rows[0].created_at],
  )
  expect((await findingLines()).join('\n')).toMatch(
    /warning the database was used by a newer version/,
  )
})
