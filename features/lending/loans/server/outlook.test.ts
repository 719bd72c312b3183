import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox, type TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { letterbox_answers } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { timeZone: 'Europe/Zurich' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const outlook = ({ token }: TestUser, { id }: Transaction) =>
  test.call(loansApi.outlook, { as: token, query: { transaction_id: id } })
const NEW = { is_new: true, since: null, within: null, brought_back: 0, punctuality: null }

/** A member who joined long ago, with a letterbox about 300 metres from a lender's. */
async function oldNeighbour() {
  const owner = await loans.newBorrower({ created_at: new Date('2025-02-10T12:00:00Z') })
  await createLetterbox(orm(), { owner, latitude: 47.3727, longitude: 8.54 })
  return owner
}

it('the outlook tells the borrower the end of the request and the answer band', async () => {
  const lender = await loans.newLender()
  const borrower = await loans.newBorrower()
  const asked = await loans.ask(borrower, lender)
  const week = new Date(Date.parse(asked.created_at) + 7 * DAY_MS).toISOString()
  const first = await outlook(borrower, asked)
  expect([first.status, first.body]).toEqual([
    200,
    { ends_at: week, answers: 'new', asker: null, answered_besides: 0, wanted_besides: [] },
  ])
  await orm().insert(letterbox_answers).values({
    letterbox_id: lender.id,
    answers: 'days',
    loans: 0,
    computed_at: test.deps.clock(),
  })
  expect((await outlook(borrower, asked)).body.answers).toBe('days')
  await loans.accept(lender.owner, asked)
  const nothing = {
    ends_at: null,
    answers: null,
    asker: null,
    answered_besides: 0,
    wanted_besides: [],
  }
  expect((await outlook(borrower, asked)).body).toEqual(nothing)
  expect((await outlook(lender.owner, asked)).body).toEqual(nothing)
})

it('the outlook tells the lender about the asker, and about a new one only that', async () => {
  const lender = await loans.newLender()
  const newcomer = await loans.ask(
    await loans.newBorrower({ created_at: test.deps.clock() }),
    lender,
  )
  expect((await outlook(lender.owner, newcomer)).body).toMatchObject({ answers: null, asker: NEW })

  const neighbour = await oldNeighbour()
  const loan = await loans.ask(neighbour, lender, {
    wanted_from: loans.dayFromNow(0),
    wanted_until: loans.dayFromNow(1),
  })
  const asker = { is_new: false, since: '2025-02', within: 500, brought_back: 0, punctuality: null }
  expect((await outlook(lender.owner, loan)).body.asker).toEqual(asker)
  await loans.accept(lender.owner, loan)
  await loans.step('handOver', neighbour, loan)
  await loans.step('return', lender.owner, loan)

  const other = await loans.newLender()
  const again = await loans.ask(neighbour, other)
  const inTime = { brought_back: 1, punctuality: 'always' }
  expect((await outlook(other.owner, again)).body.asker).toMatchObject(inTime)
  await orm()
    .update(transactions)
    .set({ return_by: loans.dayFromNow(-3) })
    .where(eq(transactions.id, loan.id))
  const late = { brought_back: 1, punctuality: null }
  expect((await outlook(other.owner, again)).body.asker).toMatchObject(late)
})

it('the outlook contains no distance to a letterbox that is not on the map', async () => {
  const lender = await loans.newLender()
  const neighbour = await oldNeighbour()
  const asked = await loans.ask(neighbour, lender)
  await orm().update(users).set({ show_on_map: false }).where(eq(users.id, neighbour.id))
  expect((await outlook(lender.owner, asked)).body.asker).toMatchObject({
    is_new: false,
    within: null,
  })
})

it('the outlook returns 404 to strangers, and to the lender of a held request', async () => {
  const { owner, borrower, asked } = await loans.request()
  expect((await outlook(await loans.newBorrower(), asked)).status).toBe(404)
  const anonymous = await test.call(loansApi.outlook, { query: { transaction_id: asked.id } })
  expect(anonymous.status).toBe(401)
  await orm()
    .update(transactions)
    .set({ held_at: test.deps.clock() })
    .where(eq(transactions.id, asked.id))
  expect((await outlook(owner, asked)).status).toBe(404)
  expect((await outlook(borrower, asked)).status).toBe(200)
})
