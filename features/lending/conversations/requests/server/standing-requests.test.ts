import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const tryToAsk = (
  borrower: TestUser,
  { owner }: TestLetterbox,
  more: { item_id?: number; request_id?: string; wanted_from?: string } = {},
) =>
  test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: owner.id, item_id: LADDER, text: 'May I borrow it?', ...more },
  })
const codeOf = async (...asking: Parameters<typeof tryToAsk>) =>
  (await tryToAsk(...asking)).error.code
const standingFor = async (user: TestUser, { owner }: TestLetterbox, item_id = LADDER) => {
  const query = { renter_id: owner.id, item_id: String(item_id) }
  const { body } = await test.call(requestsApi.standing, { as: user.token, query })
  return { id: body.transaction?.id ?? null, household: body.household }
}
const NOBODY = { id: null, household: false }

/** Two members who manage a letterbox together. */
async function neighbours() {
  const owner = await loans.newBorrower()
  const letterbox = await createLetterbox(test.deps.database.orm, { owner })
  return { owner, letterbox, member: await loans.join(letterbox) }
}

describe('asking the same letterbox for the same item again', () => {
  it('is refused while a request waits, is promised or is out, and allowed once it is over', async () => {
    const { borrower, lender, owner, asked } = await loans.request()
    const isRefused = async () => {
      expect(await codeOf(borrower, lender)).toBe('asked_already')
      // Not even for other days: these belong in the existing conversation.
      const later = { wanted_from: loans.dayFromNow(30) }
      expect(await codeOf(borrower, lender, later)).toBe('asked_already')
      expect(await standingFor(borrower, lender)).toEqual({ id: asked.id, household: false })
    }
    await isRefused()
    await loans.accept(owner, asked)
    await isRefused()
    await loans.step('handOver', owner, asked)
    await isRefused()
    await loans.step('return', owner, asked)
    expect(await standingFor(borrower, lender)).toEqual(NOBODY)
    expect((await tryToAsk(borrower, lender)).status).toBe(201)
    expect(await loans.list(borrower)).toHaveLength(2)
  })

  it.each(['declined', 'withdrawn'])('is allowed after a request that was %s', async (how) => {
    const { borrower, lender, owner, asked } = await loans.request()
    if (how === 'declined') await loans.decline(owner, asked)
    else await loans.step('withdraw', borrower, asked)
    expect((await tryToAsk(borrower, lender)).status).toBe(201)
  })

  it('does not affect other items, other letterboxes and other borrowers', async () => {
    const { borrower } = await loans.request()
    const lender = await loans.newLender({ items: [LADDER, 2] })
    await loans.ask(borrower, lender)
    expect((await tryToAsk(borrower, lender, { item_id: 2 })).status).toBe(201)
    expect((await tryToAsk(await loans.newBorrower(), lender)).status).toBe(201)
    expect((await tryToAsk(borrower, await loans.newLender())).status).toBe(201)
  })

  it('creates one request from several tabs, and returns it again when repeated', async () => {
    const [borrower, lender] = [await loans.newBorrower(), await loans.newLender()]
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await tryToAsk(borrower, lender)).status),
    )
    expect(statuses.sort()).toEqual([201, 409, 409])
    const other = await loans.newLender()
    const request_id = randomUUID()
    const first = await tryToAsk(borrower, other, { request_id })
    const again = await tryToAsk(borrower, other, { request_id })
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  })

  it('skips letterboxes already asked, and is refused if none remains', async () => {
    const { borrower, lender, asked } = await loans.request()
    const next = await loans.newLender()
    const both = await loans.askSeveral(borrower, [lender, next])
    expect(both.map(({ renter_id }) => renter_id)).toEqual([next.owner.id])
    const body = { renter_ids: [lender.owner.id], item_id: LADDER, text: 'Once more?' }
    const besides = { ...body, besides: asked.id }
    for (const each of [body, besides]) {
      const { status, error } = await test.call(requestsApi.ask, { as: borrower.token, body: each })
      expect([status, error.code]).toEqual([409, 'asked_already'])
    }
  })
})

describe('the household of the borrower', () => {
  it('asks a lender once, and other members learn only that the household has asked', async () => {
    const { owner, letterbox, member } = await neighbours()
    const [lender, second] = [await loans.newLender(), await loans.newLender()]
    const asked = await loans.ask(owner, lender)
    expect(await codeOf(member, lender)).toBe('household_asked')
    expect(await standingFor(member, lender)).toEqual({ id: null, household: true })
    const refused = await tryToAsk(member, lender)
    expect(JSON.stringify(refused.body)).not.toContain(asked.id)
    await loans.ask(member, second)
    expect(await codeOf(owner, second)).toBe('household_asked')
    const third = await loans.join(letterbox)
    expect(await codeOf(third, second)).toBe('household_asked')
    await loans.step('withdraw', owner, asked)
    expect((await tryToAsk(member, lender)).status).toBe(201)
  })

  it('asks a lender once when two members ask at the same moment', async () => {
    const { owner, member } = await neighbours()
    const lender = await loans.newLender()
    const answers = await Promise.all([owner, member].map((each) => tryToAsk(each, lender)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('does not include members of other households', async () => {
    const { lender } = await loans.request()
    const { member } = await neighbours()
    expect(await standingFor(member, lender)).toEqual(NOBODY)
    expect((await tryToAsk(member, lender)).status).toBe(201)
  })
})

describe('GET /transactions/standing', () => {
  it('returns 401 without a session and 400 for an invalid id', async () => {
    const { lender } = await loans.request()
    const query = { renter_id: lender.owner.id, item_id: String(LADDER) }
    expect((await test.call(requestsApi.standing, { query })).status).toBe(401)
    const as = (await loans.newBorrower()).token
    const malformed = { as, query: { ...query, renter_id: 'x' } }
    expect((await test.call(requestsApi.standing, malformed)).status).toBe(400)
  })
})
