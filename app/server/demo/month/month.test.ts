import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxImportsApi } from '#features/community/imports/contract.admin.ts'
import { invitationsApi } from '#features/community/joining/invitations/contract.admin.ts'
import {
  adminFeedbackApi,
  adminMessageReportsApi,
  adminReportsApi,
  heldMessagesApi,
} from '#features/community/moderation/contract.admin.ts'
import { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { adminDecisionsApi } from '#features/people/decisions/contract.admin.ts'
import { newcomersApi } from '#features/people/newcomers/contract.admin.ts'
import { findPublicLetterboxes } from '#features/places/letterboxes/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { canBecome, ORDER_STATUSES } from '#features/shop/orders/order-steps.ts'
import { refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import { isRefno } from '#features/shop/orders/refno.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { seedDemo } from '../demo.ts'

let test: TestApp
let as: string
const now = new Date()
beforeAll(async () => {
  test = await createTestApp()
  await seedDemo(test.deps.database, { seed: 3, count: 400, now })
  const [admin] = await orm()
    .select()
    .from(users)
    .where(eq(users.email, 'admin@letterlend.example'))
  as = await createSession(orm(), { userId: admin?.id ?? '' }, now)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const LIST = { page: '1', size: '50' }

it('the demo has invitation letters to a street: some used, one revoked, the others open', async () => {
  const { body } = await test.call(invitationsApi.list, { as, query: LIST })
  expect(body.rows).toMatchObject([{ letters: 12, revoked: 1, expired: 0, imported: false }])
  const [batch] = body.rows
  expect(batch?.used).toBeGreaterThan(0)
  const whole = await test.call(invitationsApi.byId, { as, query: { id: batch?.id ?? '' } })
  const states = whole.body.list.map(({ state }) => state)
  expect(states.filter((state) => state === 'open').length).toBeGreaterThan(5)
  expect(new Set(whole.body.list.map(({ address }) => address)).size).toBe(12)
})

describe('the demo orders', () => {
  it('have every status, each reached by valid steps', async () => {
    const { body } = await test.call(adminOrdersApi.list, { as, query: LIST })
    for (const status of ORDER_STATUSES) expect(body.counts[status]).toBeGreaterThan(0)
    const all = await orm().select().from(orders)
    const events = await orm().select().from(order_events).orderBy(order_events.created_at)
    for (const { id, refno, status } of all) {
      expect(isRefno(refno)).toBe(true)
      const path = [...new Set(events.filter((e) => e.order_id === id).map((e) => e.status))]
      expect(path.at(-1)).toBe(status)
      const steps = path.slice(1).map((to, index) => canBecome(path[index] ?? to, to))
      expect(steps).not.toContain(false)
    }
    expect(events.filter(({ created_at }) => created_at >= now)).toEqual([])
  })

  it('contain the same money as the cash book, to the cent', async () => {
    const month = now.toISOString().slice(0, 7)
    const { body } = await test.call(cashBookApi.cashBook, { as, query: { month } })
    const [stored] = await orm()
      .select({ sum: sql<number>`sum(${orders.paid_cents})::int` })
      .from(orders)
    const [back] = await orm()
      .select({ sum: sql<number>`sum(${order_events.refunded_cents})::int` })
      .from(order_events)
    const closing = body.ways.reduce((sum, way) => sum + Math.round(way.closing * 100), 0)
    expect(closing).toBe((stored?.sum ?? 0) - (back?.sum ?? 0))
    expect(closing).toBeGreaterThan(50_000)
    expect(back?.sum).toBeGreaterThan(0)
  })

  it('can be refunded by the sandbox that received the payment', async () => {
    const { body } = await test.call(adminOrdersApi.list, {
      as,
      query: { ...LIST, status: 'processed' },
    })
    const order = body.rows.find(({ payment_method }) => payment_method === 'sandbox')
    const whole = await test.call(adminOrdersApi.byId, { as, query: { id: order?.id ?? '' } })
    const { id, version, refundable } = whole.body
    const given = await test.call(refundsApi.refund, {
      as,
      body: { id, version, amount: refundable, request_id: crypto.randomUUID() },
    })
    expect([given.status, given.body.refundable]).toEqual([200, 0])
  })
})

it('the demo fills every queue of the back office', async () => {
  const { body } = await test.call(adminOverviewApi.queues, { as })
  const { site_moved_in, ...queues } = body
  expect(site_moved_in).toBe(false)
  const empty = Object.entries(queues).filter(([, count]) => !count)
  expect(empty).toEqual([])
})

it('the demo has newcomers who are not on the map and can be let in or declined', async () => {
  const { body } = await test.call(newcomersApi.list, { as, query: LIST })
  expect(body.rows).toHaveLength(3)
  expect(new Set(body.rows.map(({ lang }) => lang)).size).toBe(3)
  const shown = body.rows.filter(({ letterbox }) => letterbox?.address)
  expect(shown).toHaveLength(3)
  const [first, second] = body.rows
  const isShown = async (userId = '') => {
    const own = await orm().select().from(letterboxes).where(eq(letterboxes.user_id, userId))
    return (
      (
        await findPublicLetterboxes(
          orm(),
          own.map(({ id }) => id),
        )
      ).length === 1
    )
  }
  expect(await isShown(first?.id)).toBe(false)
  const letIn = await test.call(newcomersApi.letIn, { as, body: { id: first?.id ?? '' } })
  expect(letIn.status).toBe(204)
  expect(await isShown(first?.id)).toBe(true)
  const declined = { id: second?.id ?? '', reason: 'Wir kennen uns nicht.' }
  expect((await test.call(newcomersApi.decline, { as, body: declined })).status).toBe(204)
})

it('the demo has reports and feedback that are open, assigned and answered', async () => {
  for (const api of [adminReportsApi, adminFeedbackApi]) {
    for (const state of ['open', 'settled'] as const) {
      const { body } = await test.call(api.list, { as, query: { ...LIST, state } })
      expect(body.rows.length).toBeGreaterThan(1)
      if (state === 'open') expect(body.rows.some(({ assignee }) => assignee)).toBe(true)
      else expect(body.rows.some(({ answered }) => answered > 0)).toBe(true)
    }
  }
})

it('the demo has held and reported messages, and an objection to a decision', async () => {
  const held = await test.call(heldMessagesApi.list, { as, query: LIST })
  expect(held.body.rows).toMatchObject([{ letterboxes: 7 }, { letterboxes: 7 }])
  const reported = await test.call(adminMessageReportsApi.list, { as, query: LIST })
  expect(reported.body.rows).toHaveLength(1)
  const objections = await test.call(adminDecisionsApi.list, { as, query: LIST })
  expect(objections.body.rows).toMatchObject([
    { kind: 'account_suspended', messages: [{ text: expect.any(String) }] },
  ])
})

it('the demo has an import that can be undone and one that failed', async () => {
  const { body } = await test.call(letterboxImportsApi.list, { as, query: LIST })
  expect(body.rows.map(({ status }) => status).sort()).toEqual(['done', 'failed'])
  const done = body.rows.find(({ status }) => status === 'done')
  const { id = '', version = 0 } = done ?? {}
  const whole = await test.call(letterboxImportsApi.byId, { as, query: { id } })
  expect(whole.body.changed_since).toBe(0)
  const undone = await test.call(letterboxImportsApi.undo, { as, body: { id, version } })
  expect(undone.body.status).toBe('undone')
})

it('the demo has unmatched payments and an audit log', async () => {
  const stray = await test.call(bankStatementsApi.unmatched, { as, query: LIST })
  expect(stray.body.rows.length).toBeGreaterThan(1)
  const { body } = await test.call(auditApi.list, { as, query: LIST })
  expect(body.total).toBeGreaterThan(50)
  expect(new Set(body.rows.map(({ verb }) => verb)).size).toBeGreaterThan(3)
})
