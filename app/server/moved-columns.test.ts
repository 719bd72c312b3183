import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import journal from '#platform/server/db/migrations/meta/_journal.json' with { type: 'json' }
import { MIGRATIONS_FOLDER } from '#platform/server/paths.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** The last migration before columns moved from `users` to tables of their own. */
const LAST_BEFORE = '0046_payment_imports'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const query = (text: string) => test.database.query<Record<string, unknown>>(text, [])

/** Applies migrations to a database without tables: those up to {@link LAST_BEFORE}, or the later ones. */
async function migrate(which: 'before' | 'later'): Promise<void> {
  const tags = journal.entries.map(({ tag }) => tag)
  const first = tags.indexOf(LAST_BEFORE) + 1
  for (const tag of which === 'before' ? tags.slice(0, first) : tags.slice(first)) {
    const file = await readFile(join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8')
    await test.database.script(file.replaceAll('--> statement-breakpoint', ''))
  }
}

describe('an update moves columns of users to their own tables', () => {
  beforeAll(async () => {
    await test.database.script(
      `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
       CREATE EXTENSION IF NOT EXISTS btree_gist; CREATE EXTENSION IF NOT EXISTS pg_trgm`,
    )
    await migrate('before')
    // Ada changed everything, Bea nothing, Cleo refused the neighbourhood mail.
    await query(
      `INSERT INTO users (email, tour_map_seen, announcement_mails, neighbourhood_mails, membership_reminders)
       VALUES ('ada@example.org', true, false, true, false)`,
    )
    await query(`INSERT INTO users (email) VALUES ('bea@example.org')`)
    await query(`INSERT INTO users (email, neighbourhood_mails) VALUES ('cleo@example.org', false)`)
    await migrate('later')
  }, 60_000)

  const rowsOf = (table: string, columns: string) =>
    query(
      `SELECT email, ${columns} FROM ${table} JOIN users ON users.id = ${table}.user_id ORDER BY email`,
    )

  it('the tours that a user has seen', async () => {
    expect(await rowsOf('tours_seen', 'tour_map_seen, tour_letterbox_seen')).toEqual([
      { email: 'ada@example.org', tour_map_seen: true, tour_letterbox_seen: false },
    ])
  })

  it('the mails that a user has switched on or off', async () => {
    const columns = 'announcement_mails, neighbourhood_mails, membership_reminders'
    expect(await rowsOf('mail_choices', columns)).toEqual([
      {
        email: 'ada@example.org',
        announcement_mails: false,
        neighbourhood_mails: true,
        membership_reminders: false,
      },
      {
        email: 'cleo@example.org',
        announcement_mails: true,
        neighbourhood_mails: false,
        membership_reminders: true,
      },
    ])
  })
})
