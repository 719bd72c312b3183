import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { blocks, users } from '#platform/server/identity/tables.ts'
import { requestsApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const find = (user: TestUser | null, { owner }: TestLetterbox, item_id = LADDER) =>
  test.call(requestsApi.takenDays, {
    ...(user && { as: user.token }),
    query: { renter_id: owner.id, item_id: String(item_id) },
  })
const span = (from: number, until: number) => ({
  from: loans.dayFromNow(from),
  until: loans.dayFromNow(until),
})

/** Promises a ladder to a new borrower from one day to another. */
async function promised(from: number, until: number, lender?: TestLetterbox) {
  const of = lender ?? (await loans.newLender())
  const borrower = await loans.newBorrower()
  const asked = await loans.ask(borrower, of, {
    wanted_from: loans.dayFromNow(from),
    wanted_until: loans.dayFromNow(until),
  })
  await loans.accept(of.owner, asked)
  return { lender: of, borrower, asked }
}

describe('GET /transactions/takenDays', () => {
  it('returns the days on which an item is promised or out, and nothing else', async () => {
    const { lender, asked } = await promised(2, 4)
    const reader = await loans.newBorrower()
    const { status, body } = await find(reader, lender)
    expect(status).toBe(200)
    expect(body).toEqual([span(2, 4)])
    // A request without a yes takes no day.
    await loans.ask(reader, lender, { wanted_from: loans.dayFromNow(7) })
    await promised(LOAN_MAX_DAYS, LOAN_MAX_DAYS, lender)
    expect((await find(reader, lender)).body).toEqual([
      span(2, 4),
      span(LOAN_MAX_DAYS, LOAN_MAX_DAYS),
    ])
    await loans.step('handOver', lender.owner, asked)
    expect((await find(reader, lender)).body[0]).toEqual(span(0, 4))
    await loans.step('return', lender.owner, asked)
    expect((await find(reader, lender)).body).toEqual([span(LOAN_MAX_DAYS, LOAN_MAX_DAYS)])
  })

  it('returns no day while a copy is left', async () => {
    const { lender } = await promised(2, 4)
    await orm()
      .update(letterbox_items)
      .set({ copies: 2 })
      .where(and(eq(letterbox_items.letterbox_id, lender.id), eq(letterbox_items.item_id, LADDER)))
    const reader = await loans.newBorrower()
    expect((await find(reader, lender)).body).toEqual([])
    await promised(4, 5, lender)
    expect((await find(reader, lender)).body).toEqual([span(4, 4)])
  })

  it('is refused to callers who may not ask this letterbox for the item', async () => {
    const { lender } = await promised(2, 4)
    const reader = await loans.newBorrower()
    const codeFor = async (user: TestUser | null, item?: number) => {
      const { status, error } = await find(user, lender, item)
      return [status, error.code]
    }
    expect(await codeFor(null)).toEqual([401, 'unauthorized'])
    expect(await codeFor(await loans.newBorrower({ email_confirmed_at: null }))).toEqual([
      403,
      'email_not_confirmed',
    ])
    expect(await codeFor(lender.owner)).toEqual([403, 'own_letterbox'])
    expect(await codeFor(reader, 2)).toEqual([403, 'not_borrowable'])
    const nobody = { ...lender, owner: reader }
    expect((await find(await loans.newBorrower(), nobody)).status).toBe(404)

    const change = (set: object) =>
      orm().update(users).set(set).where(eq(users.id, lender.owner.id))
    await change({ takes_requests: false })
    expect(await codeFor(reader)).toEqual([403, 'not_borrowable'])
    await change({ takes_requests: true, show_on_map: false })
    expect(await codeFor(reader)).toEqual([404, 'not_found'])
    await change({ show_on_map: true })
    expect((await find(reader, lender)).status).toBe(200)
    await orm().insert(blocks).values({
      blocker_id: lender.owner.id,
      blocked_id: reader.id,
      created_at: test.deps.clock(),
    })
    expect(await codeFor(reader)).toEqual([404, 'not_found'])
  })

  it('returns 404 for an invalid letterbox and 400 for an invalid item', async () => {
    const { token: as } = await loans.newBorrower()
    const statusFor = async (renter_id: string, item_id: string) =>
      (await test.call(requestsApi.takenDays, { as, query: { renter_id, item_id } })).status
    expect(await statusFor('x', '1')).toBe(404)
    expect(await statusFor('0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10', '0')).toBe(400)
  })
})
