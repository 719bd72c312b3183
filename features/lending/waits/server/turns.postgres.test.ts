import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createItem, type TestLetterbox, type TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { queued_mails } from '#platform/server/mail/tables.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { waitsApi } from '../contract.ts'
import { waits } from '../tables.ts'
import { movingLines } from './turns.ts'

let test: TestApp
/** Another process on the same database. */
let other: TestApp
let loans: ReturnType<typeof loansOf>
let beside: OtherConnection
beforeAll(async () => {
  test = await createTestApp()
  other = await createTestApp({ sharing: test })
  loans = loansOf(test)
  beside = await connectBeside(test)
  await createItem(test.deps.database.orm, LADDER, 'Ladder')
})
afterAll(async () => {
  await beside.client.end()
  await other.close()
  await test.close()
})

/** A ladder that has just come back, and two members in line for it. */
async function justReturned() {
  const { borrower, lender, owner, asked } = await loans.request()
  await loans.accept(owner, asked)
  await loans.step('handOver', borrower, asked)
  const members = [await join(lender), await join(lender)] as const
  await loans.step('return', borrower, asked)
  await test.deps.jobs.drain('lent-changes')
  return members
}

async function join({ id }: TestLetterbox): Promise<TestUser> {
  const member = await loans.newBorrower({ lang: 'en' })
  const body = { letterbox_id: id, item_id: LADDER }
  expect((await test.call(waitsApi.join, { as: member.token, body })).status).toBe(200)
  test.advance(MINUTE_MS)
  return member
}

/** How many transactions wait for a lock of another one. */
async function countBlocked(): Promise<number> {
  const { rows } = await beside.client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}

const hasTurn = async (user: TestUser) =>
  (await test.call(waitsApi.list, { as: user.token })).body.some(
    ({ turn_until }) => turn_until !== null,
  )

it('two processes begin one turn and write one mail', async () => {
  const [ada, eva] = await justReturned()
  await beside.client.query('BEGIN')
  await beside.client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [ada.id])
  // The queue runs a job in one process, but it retries one that seems to hang.
  const rounds = [test, other].map(({ deps }) =>
    movingLines.run(deps, {}, { id: '', signal: new AbortController().signal }),
  )
  await expect.poll(countBlocked).toBe(2)
  await beside.client.query('COMMIT')
  await Promise.all(rounds)
  // Before they are sent, since a mail about a turn that was replaced is dropped then.
  const { orm } = test.deps.database
  const queued = await orm.select({ recipient: queued_mails.recipient }).from(queued_mails)
  expect(queued.filter(({ recipient }) => recipient === ada.email)).toHaveLength(1)
  expect([await hasTurn(ada), await hasTurn(eva)]).toEqual([true, false])
  const subjects = (await loans.mailsTo(ada)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Now you can ask: Ladder')).toHaveLength(1)
  expect(await loans.mailsTo(eva)).toEqual([])
})

it('the next member has the turn if the account of the first one is being deleted', async () => {
  const [ada, eva] = await justReturned()
  await beside.client.query('BEGIN')
  await beside.client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [ada.id])
  const round = test.deps.jobs.drain('waits')
  await expect.poll(beside.isSomebodyWaiting).toBe(true)
  await beside.client.query('DELETE FROM users WHERE id = $1', [ada.id])
  await beside.client.query('COMMIT')
  await round
  await test.deps.jobs.drain('waits')
  expect(await hasTurn(eva)).toBe(true)
  const { orm } = test.deps.database
  expect(await orm.select().from(waits).where(eq(waits.user_id, ada.id))).toEqual([])
})
