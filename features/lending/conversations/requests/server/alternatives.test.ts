import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  household_members,
  letterbox_answers,
  letterbox_items,
  letterboxes,
} from '#features/places/letterboxes/tables.ts'
import { blocks, users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { requestsApi } from '../contract.ts'

type Box = TestLetterbox
type Six = [Box, Box, Box, Box, Box, Box]

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let towns = 0
/** Letterboxes in a row, 100 m from each other, far from all others. */
async function street(count: number): Promise<TestLetterbox[]> {
  towns += 1
  const latitude = 40 + towns
  return Promise.all(
    Array.from({ length: count }, (_, i) =>
      loans.newLender({ latitude: latitude + i * 0.0009, longitude: 8, address: `Weg ${i}` }),
    ),
  )
}
const find = ({ token }: TestUser, { id }: Transaction) =>
  test.call(requestsApi.alternatives, { as: token, query: { transaction_id: id } })
const idsFor = async (user: TestUser, asked: Transaction) =>
  (await find(user, asked)).body.map(({ id }) => id)
const idsOf = (boxes: TestLetterbox[]) => boxes.map(({ id }) => id)

/** A row of letterboxes whose first one has declined. */
async function declined(count: number) {
  const boxes = await street(count)
  await test.deps.letterboxFeed.refresh(idsOf(boxes))
  const borrower = await loans.newBorrower()
  const [first] = boxes as [TestLetterbox]
  const request = await loans.ask(borrower, first)
  await loans.decline(first.owner, request, { reason: 'away' })
  return { borrower, boxes, asked: request, first }
}

describe('GET /transactions/alternatives', () => {
  it('returns the next five nearest letterboxes that lend the same, with their distance', async () => {
    const { borrower, boxes, asked } = await declined(8)
    const { status, body } = await find(borrower, asked)
    expect(status).toBe(200)
    expect(body.map(({ id }) => id)).toEqual(idsOf(boxes.slice(1, 6)))
    expect(body.map(({ distance }) => Math.round((distance ?? 0) / 100))).toEqual([1, 2, 3, 4, 5])
    // With the public data only.
    expect(body[0]).toMatchObject({ firstname: null, email: null, address: 'Weg 1' })
  })

  it('sorts by availability on the wanted days, then by answer band among neighbours', async () => {
    const boxes = await street(5)
    await test.deps.letterboxFeed.refresh(idsOf(boxes))
    const [first, second, third, fourth, fifth] = boxes as [Box, Box, Box, Box, Box]
    await orm()
      .insert(letterbox_answers)
      .values([
        { letterbox_id: fourth.id, answers: 'day', loans: 0, computed_at: test.deps.clock() },
        { letterbox_id: third.id, answers: 'rarely', loans: 0, computed_at: test.deps.clock() },
      ])
    const days = { wanted_from: loans.dayFromNow(3), wanted_until: loans.dayFromNow(5) }
    const somebody = await loans.newBorrower()
    // One of the wanted days is enough.
    await loans.accept(
      second.owner,
      await loans.ask(somebody, second, { wanted_from: loans.dayFromNow(4) }),
    )
    await loans.accept(
      fifth.owner,
      await loans.ask(somebody, fifth, { wanted_from: loans.dayFromNow(0) }),
    )
    const borrower = await loans.newBorrower()
    const asked = await loans.ask(borrower, first, days)
    expect(await idsFor(borrower, asked)).toEqual(idsOf([fourth, fifth, third, second]))
    // If no day is named, today counts.
    const other = await loans.newBorrower()
    expect(await idsFor(other, await loans.ask(other, first))).toEqual(
      idsOf([fourth, second, third, fifth]),
    )
  })

  it('returns 404 to everyone but the borrower', async () => {
    const { asked, first } = await declined(2)
    for (const user of [first.owner, await loans.newBorrower(), await loans.join(first)]) {
      expect((await find(user, asked)).status).toBe(404)
    }
    const query = { transaction_id: asked.id }
    expect((await test.call(requestsApi.alternatives, { query })).status).toBe(401)
    const malformed = await test.call(requestsApi.alternatives, {
      as: first.owner.token,
      query: { transaction_id: 'x' },
    })
    expect(malformed.status).toBe(404)
  })

  it('leaves out recently asked lenders, blocked accounts and the own letterbox', async () => {
    const { borrower, boxes, asked, first } = await declined(6)
    const [, second, third, fourth, fifth, sixth] = boxes as Six
    await loans.ask(borrower, second)
    const created_at = test.deps.clock()
    await orm()
      .insert(blocks)
      .values([
        { blocker_id: borrower.id, blocked_id: third.owner.id, created_at },
        { blocker_id: fourth.owner.id, blocked_id: borrower.id, created_at },
      ])
    expect(await idsFor(borrower, asked)).toEqual(idsOf([fifth, sixth]))
    test.advance(31 * DAY_MS)
    // The request to the second one is not over.
    expect(await idsFor(borrower, asked)).toEqual(idsOf([first, fifth, sixth]))
    test.advance(-31 * DAY_MS)
    // A member of a household does not ask its letterbox.
    await orm().insert(household_members).values({ user_id: borrower.id, letterbox_id: fifth.id })
    expect(await idsFor(borrower, asked)).toEqual(idsOf([sixth]))
    // A letterbox belongs to the whole household.
    const member = await loans.join(sixth)
    await orm()
      .insert(blocks)
      .values({ blocker_id: member.id, blocked_id: borrower.id, created_at })
    expect(await idsFor(borrower, asked)).toEqual([])
  })

  it('follows the database where the map lags behind, and leaves out owners without messages', async () => {
    const { borrower, boxes, asked } = await declined(6)
    const [, second, third, fourth, fifth, sixth] = boxes as Six
    const change = (box: TestLetterbox, set: object) =>
      orm().update(users).set(set).where(eq(users.id, box.owner.id))
    await change(second, { enable_messaging: false })
    await change(third, { show_on_map: false })
    await orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, fourth.id))
    expect(await idsFor(borrower, asked)).toEqual(idsOf([fifth, sixth]))
  })

  it('measures from the own letterbox, never from a hidden one', async () => {
    const { borrower, asked, first } = await declined(3)
    await orm().update(users).set({ show_on_map: false }).where(eq(users.id, first.owner.id))
    expect(await idsFor(borrower, asked)).toEqual([])
    const [near, own] = (await street(2)) as [TestLetterbox, TestLetterbox]
    await orm().update(letterboxes).set({ user_id: borrower.id }).where(eq(letterboxes.id, own.id))
    await expect.poll(() => idsFor(borrower, asked)).toEqual([near.id])
  })
})
