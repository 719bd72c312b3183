import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const day = (days: number) => loans.dayFromNow(days)
const wanted = (from: number, until: number) => ({
  wanted_from: day(from),
  wanted_until: day(until),
})
type Lender = Awaited<ReturnType<typeof loans.newLender>>
async function agreed(lender: Lender, from: number, until: number) {
  const borrower = await loans.newBorrower()
  const asked = await loans.ask(borrower, lender, wanted(from, until))
  await loans.accept(lender.owner, asked)
  return { borrower, asked }
}
const tryTo = async (step: 'handOver' | 'undo', { token }: TestUser, { id }: Transaction) => {
  const { status, error } = await test.call(loansApi[step], {
    as: token,
    body: { transaction_id: id },
  })
  return status === 200 ? 200 : error.code
}
const yes = async ({ owner }: Lender, asked: Transaction) => {
  const { status, error } = await loans.tryToAnswer(owner, asked, { answer: 'accept' })
  return status === 200 ? 200 : error.code
}
const takenDays = async ({ owner }: Lender) =>
  (
    await test.call(requestsApi.takenDays, {
      as: (await loans.newBorrower()).token,
      query: { renter_id: owner.id, item_id: String(LADDER) },
    })
  ).body
const lentOf = async ({ owner }: Lender, { id }: Transaction) => {
  const { body } = await test.call(loansApi.lent, { as: owner.token })
  return body.find(({ transaction_id }) => transaction_id === id)
}
/** Changes how many copies of the thing the letterbox has. */
const setCopies = ({ id }: Lender, copies: number) =>
  test.deps.database.orm.execute(
    sql`UPDATE letterbox_items SET copies = ${copies} WHERE letterbox_id = ${id}`,
  )

describe('an item handed over earlier than agreed', () => {
  it('is taken from that day on in every list, and another borrower gets no yes', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    const other = await loans.ask(await loans.newBorrower(), lender, wanted(0, 1))
    const seen = await loans.step('handOver', borrower, asked)
    expect(seen.away_since).toBe(day(0))
    expect(await yes(lender, other)).toBe('already_lent')
    expect(await takenDays(lender)).toEqual([{ from: day(0), until: day(5) }])
    expect(await lentOf(lender, asked)).toMatchObject({ from: day(0), until: day(5) })
    // Once the thing is back, its remaining days are free at once.
    await loans.step('return', lender.owner, asked)
    expect(await takenDays(lender)).toEqual([])
    expect(await yes(lender, other)).toBe(200)
  })

  it('can be kept longer on free days', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    await loans.step('handOver', borrower, asked)
    const days = { transaction_id: asked.id, return_by: day(8) }
    expect((await test.call(loansApi.changeDays, { as: borrower.token, body: days })).status).toBe(
      200,
    )
    const { body } = await test.call(loansApi.agreeDays, { as: lender.owner.token, body: days })
    expect(body).toMatchObject({ return_by: day(8), away_since: day(0) })
    expect(await takenDays(lender)).toEqual([{ from: day(0), until: day(8) }])
  })

  it('cannot be handed over if it is promised to another borrower before, unless a copy is free', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    await agreed(lender, 1, 2)
    expect(await tryTo('handOver', borrower, asked)).toBe('already_lent')
    expect((await loans.seenBy(borrower, asked))?.status).toBe('accepted')
    await setCopies(lender, 2)
    expect(await tryTo('handOver', borrower, asked)).toBe(200)
  })

  it('is promised for the agreed days again after the hand-over was undone', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    await loans.step('handOver', borrower, asked)
    expect(await tryTo('undo', borrower, asked)).toBe(200)
    expect(await takenDays(lender)).toEqual([{ from: day(3), until: day(5) }])
    expect((await loans.seenBy(borrower, asked))?.away_since).toBeNull()
    await agreed(lender, 1, 2)
  })

  it('is out on the days since the hand-over again after the return was undone', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    await loans.step('handOver', borrower, asked)
    await loans.step('return', borrower, asked)
    expect(await tryTo('undo', borrower, asked)).toBe(200)
    expect(await takenDays(lender)).toEqual([{ from: day(0), until: day(5) }])
    // The same side takes and undoes the step within minutes: the agreed days apply again.
    expect(await tryTo('undo', borrower, asked)).toBe(200)
    expect(await takenDays(lender)).toEqual([{ from: day(3), until: day(5) }])
  })
})

it('an item handed over later than agreed is away from that day on, and at least on it', async () => {
  const lender = await loans.newLender()
  const { borrower, asked } = await agreed(lender, 0, 1)
  test.advance(3 * DAY_MS)
  await loans.step('handOver', borrower, asked)
  expect(await lentOf(lender, asked)).toMatchObject({ from: day(0), until: day(0) })
  expect(await tryTo('undo', borrower, asked)).toBe(200)
  expect(await takenDays(lender)).toEqual([])
})

it('an item without a return day is taken from an early hand-over on', async () => {
  const lender = await loans.newLender()
  const borrower = await loans.newBorrower()
  const asked = await loans.ask(borrower, lender)
  const handover_at = new Date(test.deps.clock().getTime() + 4 * DAY_MS).toISOString()
  await loans.accept(lender.owner, asked, { handover_at })
  await loans.step('handOver', borrower, asked)
  expect(await takenDays(lender)).toEqual([{ from: day(0), until: day(17) }])
  expect(await lentOf(lender, asked)).toMatchObject({ from: day(0), until: null })
})

describe('an overdue item', () => {
  async function overdue() {
    const lender = await loans.newLender()
    const late = await agreed(lender, 0, 1)
    await loans.step('handOver', late.borrower, late.asked)
    const next = await agreed(lender, 2, 4)
    test.advance(2 * DAY_MS)
    return { lender, late, next }
  }

  it('cannot be handed over to another borrower until it is back', async () => {
    const { lender, late, next } = await overdue()
    expect(await tryTo('handOver', next.borrower, next.asked)).toBe('already_lent')
    await loans.step('return', lender.owner, late.asked)
    expect(await tryTo('handOver', next.borrower, next.asked)).toBe(200)
    // Another borrower has it by now: the return cannot be undone.
    expect(await tryTo('undo', lender.owner, late.asked)).toBe('already_lent')
  })

  it('cannot be promised for today, but for later days', async () => {
    const lender = await loans.newLender()
    const late = await agreed(lender, 0, 1)
    await loans.step('handOver', late.borrower, late.asked)
    test.advance(4 * DAY_MS)
    const today = await loans.ask(await loans.newBorrower(), lender, wanted(0, 1))
    const later = await loans.ask(await loans.newBorrower(), lender, wanted(2, 3))
    expect(await yes(lender, today)).toBe('already_lent')
    expect(await yes(lender, later)).toBe(200)
    // The borrower can still extend the loan until then, and no longer.
    const longer = (until: number) =>
      test.call(loansApi.changeDays, {
        as: late.borrower.token,
        body: { transaction_id: late.asked.id, return_by: day(until) },
      })
    expect((await longer(2)).error.code).toBe('already_lent')
    expect((await longer(1)).status).toBe(200)
  })
})

describe('parallel steps for one item', () => {
  it('allow either a yes for earlier days or an early hand-over', async () => {
    const lender = await loans.newLender()
    const { borrower, asked } = await agreed(lender, 3, 5)
    const other = await loans.ask(await loans.newBorrower(), lender, wanted(1, 2))
    const results = await Promise.all([tryTo('handOver', borrower, asked), yes(lender, other)])
    expect(results.map(String).sort()).toEqual(['200', 'already_lent'])
  })

  it('allow one of two hand-overs, also if the sticker was removed', async () => {
    for (const isOff of [false, true]) {
      const lender = await loans.newLender()
      const first = await agreed(lender, 0, 1)
      const second = await agreed(lender, 2, 4)
      test.advance(2 * DAY_MS)
      if (isOff)
        await test.deps.database.orm.execute(
          sql`DELETE FROM letterbox_items WHERE letterbox_id = ${lender.id}`,
        )
      const results = await Promise.all(
        [first, second].map(({ borrower, asked }) => tryTo('handOver', borrower, asked)),
      )
      expect(results.map(String).sort()).toEqual(['200', 'already_lent'])
    }
  })
})
