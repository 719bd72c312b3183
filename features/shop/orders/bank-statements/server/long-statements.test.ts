import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { bankStatementsApi } from '../contract.admin.ts'
import { bank_payments, statement_imports } from '../tables.ts'
import { deleteOldImports, STATEMENT_QUEUE } from './bank-statements.jobs.ts'
import type { BankEntry } from './camt.ts'
import { takeEntries } from './importing.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const credit = (text: string, rank = 0): BankEntry => ({
  key: `CH9300762011623852957|long ${rank} ${text}|`,
  kind: 'credit',
  amount_cents: 700,
  currency: 'CHF',
  received_on: '2026-03-05',
  references: [],
  text,
  payer: 'Zoë Keller',
})
/** A stored statement of which no entry is processed yet, or whose progress was not saved. */
async function begun(entries: BankEntry[]) {
  const row = {
    entries,
    total: entries.length,
    created_by: admin.id,
    created_at: test.deps.clock(),
  }
  const [inserted] = await orm().insert(statement_imports).values(row).returning()
  if (!inserted) throw new Error('Unexpected empty answer to an insert')
  return inserted
}
const goOn = async (id: string) => {
  await test.deps.jobs.send(orm(), STATEMENT_QUEUE, { id })
  await test.deps.jobs.drain(STATEMENT_QUEUE)
}
const look = (id: string) =>
  test.call(bankStatementsApi.imported, { as: admin.token, query: { id } })

it('a long statement reports its progress and is processed to its end in parts', async () => {
  const order = await createOrder(orm())
  const unknown = Array.from({ length: 600 }, (_, rank) => credit('thank you', rank))
  const { id } = await begun([...unknown, credit(order.refno)])
  expect((await look(id)).body).toMatchObject({ is_done: false, done: 0, total: 601, paid: [] })
  await goOn(id)
  const { body } = await look(id)
  expect(body).toMatchObject({ is_done: true, done: 601, paid: [{ order_id: order.id }] })
  expect(body.unmatched).toHaveLength(600)
  const [row] = await orm().select().from(statement_imports).where(eq(statement_imports.id, id))
  expect(row?.entries).toBeNull()
})

it('an order paid by a killed import is booked once and reported as paid by the next process', async () => {
  const order = await createOrder(orm())
  const { id, created_at: began, entries } = await begun([credit(order.refno), credit('hello')])
  await takeEntries(test.deps, entries ?? [], {
    import_id: id,
    admin_id: admin.id,
    program_id: null,
    began,
  })
  await goOn(id)
  expect((await look(id)).body).toMatchObject({
    is_done: true,
    paid: [{ order_id: order.id, amount: 7 }],
    unmatched: [{ reason: 'no_reference' }],
    repeated: 0,
  })
  const booked = await orm()
    .select()
    .from(bank_payments)
    .where(eq(bank_payments.order_id, order.id))
  expect(booked).toHaveLength(1)
  const [paid] = await orm().select().from(orders).where(eq(orders.id, order.id))
  expect([paid?.status, paid?.paid_cents]).toEqual(['paid', 700])
})

it('a payment that a later import has booked counts as repeated, not as paid', async () => {
  const order = await createOrder(orm())
  const first = await begun([credit(order.refno)])
  const second = await begun([credit(order.refno)])
  await goOn(second.id)
  await goOn(first.id)
  expect((await look(second.id)).body).toMatchObject({
    paid: [{ order_id: order.id }],
    repeated: 0,
  })
  expect((await look(first.id)).body).toMatchObject({ paid: [], repeated: 1 })
})

it('the result of an import is deleted after a day', async () => {
  const { id, created_at } = await begun([credit('old')])
  await deleteOldImports(orm(), new Date(created_at.getTime() + DAY_MS))
  expect((await look(id)).status).toBe(200)
  await deleteOldImports(orm(), new Date(created_at.getTime() + DAY_MS + 1))
  expect((await look(id)).status).toBe(404)
})
