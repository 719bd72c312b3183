import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterbox_answers, letterboxes } from '#features/places/letterboxes/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'

const LADDER = 1

let test: TestApp
let borrower: TestUser
beforeAll(async () => {
  test = await createTestApp()
  borrower = await createUser(orm(), { enable_messaging: true })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const ago = (ms: number) => new Date(test.deps.clock().getTime() - ms)
const lender = () =>
  createLetterbox(orm(), { items: [LADDER], ownerFields: { enable_messaging: true } })

/** Stores a request made `days` ago, and answered `hours` after that. */
async function storeRequest(
  { owner }: TestLetterbox,
  fields: Partial<typeof transactions.$inferInsert> & { days?: number; hours?: number } = {},
) {
  const { days = 30, hours, ...rest } = fields
  const created_at = ago(days * DAY_MS)
  const answered_at = hours === undefined ? null : new Date(created_at.getTime() + hours * HOUR_MS)
  const [row] = await orm()
    .insert(transactions)
    .values({
      item_id: LADDER,
      borrower_id: borrower.id,
      lender_id: owner.id,
      status: answered_at ? 'returned' : 'expired',
      created_at,
      answered_at,
      ...rest,
    })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

async function shown({ id }: TestLetterbox) {
  await test.deps.jobs.drain('answers')
  const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
  const { answers, loans } = body
  return { answers, loans }
}

describe('the answer band of a letterbox', () => {
  it('is shown without the times behind it', async () => {
    const letterbox = await lender()
    expect(await shown(letterbox)).toEqual({ answers: 'new', loans: 0 })
    await storeRequest(letterbox, { hours: 3 })
    await storeRequest(letterbox, { hours: 5 })
    expect(await shown(letterbox)).toEqual({ answers: 'new', loans: 2 })
    await storeRequest(letterbox, { hours: 30, status: 'declined' })
    expect(await shown(letterbox)).toEqual({ answers: 'day', loans: 2 })
    const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: letterbox.id } })
    expect(Object.keys(body).filter((key) => /answer|hours|median|computed/.test(key))).toEqual([
      'answers',
    ])
  })

  it('changes after an answer and after an expiry', async () => {
    const letterbox = await lender()
    await storeRequest(letterbox, { hours: 3 })
    await storeRequest(letterbox, { hours: 3 })
    const { body } = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: letterbox.owner.id, item_id: LADDER, text: 'May I?' },
    })
    expect((await shown(letterbox)).answers).toBe('new')
    await test.call(messagesApi.sendMessage, {
      as: letterbox.owner.token,
      body: { transaction_id: (body as Transaction).id, text: 'Sure.' },
    })
    expect((await shown(letterbox)).answers).toBe('day')
    for (const _ of [1, 2, 3, 4]) {
      const waiting = await storeRequest(letterbox, { days: 8, status: 'requested' })
      await orm()
        .update(transactions)
        .set({ status: 'expired' })
        .where(eq(transactions.id, waiting.id))
    }
    expect((await shown(letterbox)).answers).toBe('rarely')
  })

  it('ignores requests held for a moderator and requests withdrawn at once', async () => {
    const letterbox = await lender()
    for (const _ of [1, 2, 3]) await storeRequest(letterbox, { hours: 2 })
    for (const _ of [1, 2, 3]) await storeRequest(letterbox, { held_at: ago(29 * DAY_MS) })
    for (const _ of [1, 2, 3]) {
      const row = await storeRequest(letterbox, { status: 'withdrawn' })
      await orm()
        .insert(transaction_events)
        .values({
          transaction_id: row.id,
          status: 'withdrawn',
          side: 'borrower',
          at: new Date(row.created_at.getTime() + 2 * HOUR_MS),
        })
    }
    expect((await shown(letterbox)).answers).toBe('day')
  })

  it('counts the answer to a question for a sign of life as the missing third request', async () => {
    const letterbox = await lender()
    for (const _ of [1, 2]) await storeRequest(letterbox, { hours: 2 })
    const own = eq(letterboxes.id, letterbox.id)
    await orm()
      .update(letterboxes)
      .set({ sign_question_at: ago(30 * DAY_MS), sign_answer_at: ago(29 * DAY_MS) })
      .where(own)
    expect((await shown(letterbox)).answers).toBe('day')
  })

  it('is computed again after a day', async () => {
    const letterbox = await lender()
    for (const _ of [1, 2, 3]) await storeRequest(letterbox, { days: 400, hours: 1 })
    await test.deps.jobs.drain('answers')
    const own = eq(letterbox_answers.letterbox_id, letterbox.id)
    await orm().update(letterbox_answers).set({ answers: 'day' }).where(own)
    expect((await shown(letterbox)).answers).toBe('day')
    await orm()
      .update(letterbox_answers)
      .set({ computed_at: ago(DAY_MS + 1) })
      .where(own)
    expect((await shown(letterbox)).answers).toBe('new')
  })

  it('is deleted with the letterbox', async () => {
    const letterbox = await lender()
    await storeRequest(letterbox, { hours: 1 })
    await test.deps.jobs.drain('answers')
    await test.deps.database.query(`DELETE FROM users WHERE id = '${letterbox.owner.id}'`)
    await test.deps.jobs.drain('answers')
    expect(await orm().select().from(letterbox_answers)).not.toContainEqual(
      expect.objectContaining({ letterbox_id: letterbox.id }),
    )
  })
})
