import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '#platform/server/paths.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { fillEveryTable } from './testing/full-database.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

const AGED_DAYS = 400

const page = readFileSync(join(ROOT, 'docs', 'keeping.md'), 'utf8')
const rows = [...page.matchAll(/^\| (`.*?) \|(.*)$/gm)].map(([, names = '', rest = '']) => ({
  tables: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  days: Number(/\| (\d+) days? \|/.exec(rest)?.[1] ?? Number.POSITIVE_INFINITY),
}))
const documented = rows.flatMap(({ tables }) => tables)

/** Brings rows with arbitrary values into the state that their retention period refers to. */
const STATES = [
  'UPDATE cases SET user_id = NULL',
  `UPDATE unmatched_payments SET state = 'set_aside', settled_at = now()`,
  `UPDATE imports SET status = 'ready'`,
  'UPDATE item_artworks SET kept = false',
  'UPDATE brand_logos SET kept = false',
  `UPDATE orders SET status = 'pending_payment'`,
  'DELETE FROM waiting_jobs',
]

let test: TestApp
let tables: string[]
beforeAll(async () => {
  test = await createTestApp()
  tables = await fillEveryTable(test.deps.database)
})
afterAll(() => test.close())

const countOf = async (table: string) =>
  (
    await test.deps.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  )[0]?.count

describe('docs/keeping.md', () => {
  it('lists every table once', () => {
    expect([...documented].sort()).toEqual([...tables].sort())
  })

  it('is true: after 400 days no row is left past its period', async () => {
    for (const state of STATES) await test.deps.database.query(state)
    const ending = rows.filter(({ days }) => days < AGED_DAYS).flatMap((row) => row.tables)
    const before = await Promise.all(ending.map(countOf))
    const empty = ending.filter((_, i) => before[i] === 0)
    expect(empty, 'what a row is missing of shows nothing').toEqual(['waiting_jobs'])

    // In two steps, since the end of a wait sends a mail.
    for (const days of [AGED_DAYS / 2, AGED_DAYS / 2]) {
      test.advance(days * DAY_MS)
      for (const queue of ['waits', 'cleaning', 'wishes', 'answers', 'lent-changes'])
        await test.deps.jobs.drain(queue)
      await test.mails()
    }

    const after = await Promise.all(ending.map(countOf))
    expect(ending.filter((_, i) => after[i] !== 0)).toEqual([])
  })
})
