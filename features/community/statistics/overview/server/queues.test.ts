import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { unmatched_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { order_events } from '#features/shop/orders/tables.ts'
import { payments, refunds } from '#features/shop/payments/tables.ts'
import { adminOverviewApi as api } from '../contract.admin.ts'

let test: TestApp
let admin: TestUser
let moderator: TestUser
let owner: TestUser
const orm = () => test.deps.database.orm
const NOW = new Date()

beforeAll(async () => {
  test = await createTestApp()
  const db = orm()
  admin = await createUser(db, { role_id: 3 })
  moderator = await createUser(db, { role_id: 2 })
  const letterbox = await createLetterbox(db)
  owner = letterbox.owner

  await createOrder(db, { status: 'pending_confirmation', product_id: 4 })
  await createOrder(db, { status: 'paid' })
  await createOrder(db, { status: 'paid' })
  // A membership is not shipped.
  await createOrder(db, {
    status: 'paid',
    product_id: 3,
    amount: 40,
    piece_cents: 100,
    price_cents: 4000,
  })
  const given = await createOrder(db, { status: 'paid' })
  const back = { order_id: given.id, status: 'paid', actor: 'admin' } as const
  await db.insert(order_events).values({ ...back, refunded_cents: given.paid_cents })
  const { id: shipped } = await createOrder(db, { status: 'processed' })
  const { id: order_id } = await createOrder(db)
  const payment = { order_id, provider: 'stripe', amount_cents: 700, currency: 'CHF' } as const
  await db.insert(payments).values([
    { ...payment, proof_hash: 'a', status: 'mismatch' },
    { ...payment, proof_hash: 'b', status: 'declined' },
    { ...payment, order_id: shipped, proof_hash: 'c', status: 'mismatch', settled_at: NOW },
    { ...payment, proof_hash: 'd', status: 'refund_due', created_at: new Date(0) },
    // The provider has an hour for the refund.
    { ...payment, proof_hash: 'e', status: 'refund_due' },
  ])
  const refund = { order_id, amount_cents: 100, currency: 'CHF' } as const
  await db.insert(refunds).values([
    { ...refund, status: 'refused' },
    { ...refund, status: 'refused', settled_at: NOW },
    { ...refund, status: 'succeeded' },
  ])
  // Paid, then cancelled, so the money has to be refunded.
  const { id: held } = await createOrder(db, { status: 'cancelled', paid_cents: 700 })
  await db.insert(order_events).values({ order_id: held, status: 'paid', actor: 'payment' })
  await createOrder(db, { status: 'cancelled' })
  const money = { currency: 'CHF', reason: 'no_reference' } as const
  await db.insert(unmatched_payments).values([
    { ...money, entry_key: 'a' },
    { ...money, entry_key: 'b', state: 'set_aside', settled_at: NOW },
  ])

  const about = { kind: 'report', letterbox_id: letterbox.id } as const
  const report = { ...about, type: 'other', title: 'Gone' } as const
  const visitor = { email: 'eve@example.org', lang: 'de' } as const
  await db.insert(cases).values([
    { ...report, ...visitor },
    { ...report, ...visitor, handled_at: NOW, outcome: 'done' },
  ])
  const author = { kind: 'feedback', user_id: owner.id } as const
  const feedback = { ...author, type: 'question', text: 'Why?' } as const
  await db.insert(cases).values([feedback, { ...feedback, handled_at: NOW, outcome: 'done' }])

  const decision = {
    user_id: owner.id,
    kind: 'account_suspended',
    ground: 'terms',
    after_report: false,
    reason: 'Why not',
    decided_at: NOW,
  } as const
  const objected = { objection: 'No!', objected_at: NOW }
  await db.insert(decisions).values([
    { ...decision, token_hash: 'a' },
    { ...decision, ...objected, token_hash: 'b' },
    { ...decision, ...objected, token_hash: 'c', handled_at: NOW, outcome: 'upheld' },
  ])
  await createUser(db, { waiting_since: NOW })
  // May be a stranger's address, so it is not reviewed before it is confirmed.
  await createUser(db, { waiting_since: NOW, email_confirmed_at: null })

  const item_id = await createItem(db, 1)
  const borrower = await createUser(db)
  for (const lender of [owner, moderator]) {
    const sides = { lender_id: lender.id, borrower_id: borrower.id }
    const [transaction] = await db
      .insert(transactions)
      .values({ ...sides, item_id })
      .returning()
    const written = {
      transaction_id: transaction?.id ?? '',
      from_id: borrower.id,
      to_id: lender.id,
      text: 'Hello',
    }
    const [message] = await db
      .insert(messages)
      .values([written, { ...written, held_at: NOW, held_for: 'many_letterboxes' }])
      .returning()
    await db.insert(cases).values({
      kind: 'message_report',
      message_id: message?.id ?? '',
      user_id: lender.id,
      type: 'rude',
      created_at: NOW,
    })
  }
})
afterAll(() => test.close())

it('GET /admin/queues returns all counts to administrators', async () => {
  const { status, body } = await test.call(api.queues, { as: admin.token })
  expect(status).toBe(200)
  expect(body).toEqual({
    orders_to_confirm: 1,
    orders_to_ship: 2,
    payments_unmatched: 1,
    payments_to_settle: 4,
    reports: 1,
    feedback: 1,
    held_messages: 2,
    message_reports: 2,
    newcomers: 1,
    objections: 1,
    site_moved_in: false,
  })
})

it('GET /admin/queues returns no orders to moderators, and only messages they may decide on', async () => {
  const { body } = await test.call(api.queues, { as: moderator.token })
  expect(body).toEqual({
    orders_to_confirm: null,
    orders_to_ship: null,
    payments_unmatched: null,
    payments_to_settle: null,
    reports: 1,
    feedback: 1,
    held_messages: 1,
    message_reports: 1,
    newcomers: 1,
    objections: 1,
    site_moved_in: null,
  })
})

it('GET /admin/queues returns 404 to visitors and members', async () => {
  expect((await test.call(api.queues)).status).toBe(404)
  expect((await test.call(api.queues, { as: owner.token })).status).toBe(404)
})
