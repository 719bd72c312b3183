import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { postgresDatabase } from '#platform/server/db/client.ts'
import { checkServer } from '#platform/server/db/database-failures.ts'
import { explain } from './failures.ts'

const PASSWORD = 'Gehe!m-77'
const name = `letterlend_refusals_${randomUUID().slice(0, 8)}`
const role = `${name}_role`
let admin: pg.Client
let server: URL

const url = (user: string, database: string) => {
  const target = new URL(server)
  target.username = user
  target.password = PASSWORD
  target.pathname = `/${database}`
  return target.href
}
const explanationFor = async (DATABASE_URL: string) => {
  const error = await postgresDatabase(DATABASE_URL).then(
    (database) => database.close().then(() => new Error('It opened')),
    (reason: unknown) => reason,
  )
  return explain(error, { DATABASE_URL })
}

beforeAll(async () => {
  const template = inject('databaseTemplate')
  server = new URL(template.kind === 'postgres' ? template.server : '')
  admin = new pg.Client({ connectionString: server.href })
  await admin.connect()
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`)
  await admin.query(`CREATE DATABASE ${name}`)
})
afterAll(async () => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.query(`DROP ROLE ${role}`)
  await admin.end()
})

describe('an unusable PostgreSQL is explained in one sentence', () => {
  it.each([
    [
      'a missing database',
      () => url(server.username, 'nothing_here'),
      /no database "nothing_here"/,
    ],
    ['a role without rights', () => url(role, name), /make it the owner/],
  ])('for %s', async (_what, target, sentence) => {
    const text = await explanationFor(target())
    expect(text).toMatch(sentence)
    expect(text).not.toContain('\n')
    expect(text).not.toContain(PASSWORD)
  })

  it('for a missing role', async () => {
    // With password authentication, a missing role is reported as a wrong password.
    expect(await explanationFor(url('nobody_here', name))).toMatch(
      /no role "nobody_here"|the password of/,
    )
  })

  it('for a read-only database', async () => {
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    try {
      expect(await explanationFor(url(server.username, name))).toMatch(/is read-only/)
    } finally {
      await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    }
  })

  it('for a schema of another owner', async () => {
    await admin.query(`GRANT CREATE ON DATABASE ${name} TO ${role}`)
    expect(await explanationFor(url(role, name))).toMatch(/make it the owner/)
  })
})

it('an old PostgreSQL or another encoding is refused before anything is written', () => {
  const facts = { version: 170_002, encoding: 'UTF8', hasCollation: true }
  expect(() => checkServer({ ...facts, version: 140_009 })).toThrow(/PostgreSQL 14 is too old/)
  expect(() => checkServer({ ...facts, encoding: 'LATIN1' })).toThrow(/LATIN1/)
  expect(() => checkServer({ ...facts, hasCollation: false })).toThrow(/without ICU/)
  expect(() => checkServer(facts)).not.toThrow()
})
