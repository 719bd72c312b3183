import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { TABLE_NAMES } from '#app/server/table-names.ts'
import { fillEveryTable } from '#app/server/testing/full-database.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { postgresDatabase } from '../db/client.ts'
import { moveData } from './moving.ts'

const template = inject('databaseTemplate')

describe.skipIf(template.kind === 'embedded')('moveData', () => {
  const name = `letterlend_move_${randomUUID().replaceAll('-', '')}`
  let admin: pg.Client
  let source: TestDatabase
  let url: string
  beforeAll(async () => {
    if (template.kind !== 'postgres') return
    admin = new pg.Client({ connectionString: template.server })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    url = Object.assign(new URL(template.server), { pathname: `/${name}` }).href
    source = await createTestDatabase()
    await fillEveryTable(source.database)
  })
  afterAll(async () => {
    await source.drop()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })

  it('copies a whole community into an empty database, and refuses to do it twice', async () => {
    await (await postgresDatabase(url)).close()
    const moved: Record<string, number> = {}
    await moveData(source.database, url, TABLE_NAMES, (table, rows) => {
      moved[table] = rows
    })
    expect(moved).toMatchObject({ users: 2, letterboxes: 1, waiting_jobs: 1 })
    const target = await postgresDatabase(url)
    const rows = 'SELECT * FROM letterboxes'
    expect(await target.query(rows)).toEqual(await source.database.query(rows))
    await target.close()
    await expect(moveData(source.database, url, TABLE_NAMES, () => {})).rejects.toThrow(
      /contains a community/,
    )
  })
})
