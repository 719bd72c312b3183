import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transaction_events } from '#features/lending/conversations/transactions/tables.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const undo = (user: TestUser, { id }: Transaction, request_id?: string) =>
  test.call(loansApi.undo, { as: user.token, body: { transaction_id: id, request_id } })
const REFUSED = [409, 'status_changed']
const refusal = async (user: TestUser, asked: Transaction) => {
  const { status, error } = await undo(user, asked)
  return [status, error.code]
}

/** A loan that the borrower said was handed over, and that the lender said came back. */
async function returned() {
  const days = { wanted_from: loans.dayFromNow(0), wanted_until: loans.dayFromNow(3) }
  const request = await loans.request(days)
  await loans.accept(request.owner, request.asked)
  await loans.step('handOver', request.borrower, request.asked)
  await loans.step('return', request.owner, request.asked)
  return { days, ...request }
}

it('undo takes a return back, and then refuses the other side’s step', async () => {
  const { borrower, owner, asked } = await returned()
  const { status, body } = await undo(owner, asked)
  expect([status, body.status]).toEqual([200, 'handed_over'])
  const seenByBorrower = await loans.seenBy(borrower, asked)
  expect(seenByBorrower?.status).toBe('handed_over')
  expect(seenByBorrower?.events.map((event) => event.status)).toEqual([
    'requested',
    'accepted',
    'handed_over',
  ])
  // The other side took the previous step.
  expect(await refusal(owner, asked)).toEqual(REFUSED)
  expect((await loans.step('return', owner, asked)).status).toBe('returned')
})

it('undo takes a hand-over back and leaves no event of it', async () => {
  const { borrower, owner, asked } = await loans.request()
  await loans.accept(owner, asked)
  await loans.step('handOver', borrower, asked)
  expect((await undo(borrower, asked)).body.status).toBe('accepted')
  const events = await test.deps.database.orm
    .select()
    .from(transaction_events)
    .where(eq(transaction_events.transaction_id, asked.id))
  expect(events.map(({ status }) => status)).not.toContain('handed_over')
  // The agreement holds; a yes cannot be undone this way.
  expect(await refusal(owner, asked)).toEqual(REFUSED)
  expect((await loans.step('handOver', owner, asked)).status).toBe('handed_over')
})

it('undo is allowed only to the side that took the step, for ten minutes', async () => {
  const { borrower, owner, asked } = await returned()
  expect(await refusal(borrower, asked)).toEqual(REFUSED)
  expect((await undo(await loans.newBorrower(), asked)).status).toBe(404)
  test.advance(11 * MINUTE_MS)
  expect(await refusal(owner, asked)).toEqual(REFUSED)
})

it('undo is refused if the item was promised in the meantime, or after a thank-you', async () => {
  const { days, lender, owner, asked } = await returned()
  const next = await loans.ask(await loans.newBorrower(), lender, days)
  await loans.accept(owner, next)
  expect(await refusal(owner, asked)).toEqual([409, 'already_lent'])
  expect((await loans.seenBy(owner, asked))?.status).toBe('returned')

  const thanked = await returned()
  const thanks = { transaction_id: thanked.asked.id, text: null, show: false }
  await test.call(loansApi.thank, { as: thanked.borrower.token, body: thanks })
  expect(await refusal(thanked.owner, thanked.asked)).toEqual(REFUSED)
})

it('undo succeeds once in two parallel calls', async () => {
  const { owner, asked } = await returned()
  const statuses = (await Promise.all([undo(owner, asked), undo(owner, asked)])).map(
    ({ status }) => status,
  )
  expect(statuses.sort()).toEqual([200, 409])
})

it('undo takes one step back when the call is repeated after a lost answer', async () => {
  const request = await loans.request()
  const { owner, asked } = request
  await loans.accept(owner, asked)
  // The same side took both steps, so the first one could be undone as well.
  await loans.step('handOver', owner, asked)
  await loans.step('return', owner, asked)
  const id = randomUUID()
  const answers = await Promise.all([undo(owner, asked, id), undo(owner, asked, id)])
  const again = await undo(owner, asked, id)
  for (const { status, body } of [...answers, again]) {
    expect([status, body.status]).toEqual([200, 'handed_over'])
  }
  expect((await undo(owner, asked, randomUUID())).body.status).toBe('accepted')
  expect((await undo(owner, asked, id)).body.status).toBe('accepted')
})

it('undo is not reverted by a repeated call of the undone step', async () => {
  const { owner, asked } = await returned()
  await undo(owner, asked)
  const request_id = randomUUID()
  const back = () =>
    test.call(loansApi.return, {
      as: owner.token,
      body: { transaction_id: asked.id, request_id },
    })
  expect((await back()).body.status).toBe('returned')
  expect((await undo(owner, asked, request_id)).error.code).toBe('conflict')
  expect((await undo(owner, asked, randomUUID())).body.status).toBe('handed_over')
  expect((await back()).body.status).toBe('handed_over')
})

it('undo of a return causes a mail to the notified side, undo of a hand-over causes none', async () => {
  const { borrower, owner, asked } = await returned()
  await undo(owner, asked)
  const subjects = (await loans.mailsTo(borrower)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining(['“Item 1” is back', 'Not back after all: “Item 1”']),
  )
  const other = await loans.request()
  await loans.accept(other.owner, other.asked)
  await loans.step('handOver', other.borrower, other.asked)
  const mails = (await test.mails()).length
  await undo(other.borrower, other.asked)
  expect(await test.mails()).toHaveLength(mails)
})
