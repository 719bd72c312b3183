import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { bankStatementsApi, type UnmatchedPayment } from '../contract.admin.ts'
import { bank_payments, unmatched_payments } from '../tables.ts'
import { deleteOldUnmatched } from './unmatched.queries.ts'

let test: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3, firstname: 'Mona', lastname: 'Frei' })
  other = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const statement = (entries: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
let names = 0
/** A payment with free text; each one has its own payer. */
const money = (text: string, amount = '7.00', sign = 'CRDT', name = `entry ${names++}`) => ({
  payer: `Payer of ${name}`,
  xml: statement(`<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts>
    <ValDt><Dt>2026-03-05</Dt></ValDt><AcctSvcrRef>${name}</AcctSvcrRef><NtryDtls><TxDtls>
    <RltdPties><Dbtr><Nm>Payer of ${name}</Nm></Dbtr></RltdPties>
    <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`),
})
let calls = 0
const load = async (xml: string) => {
  const ip = `10.14.0.${calls++ & 255}`
  return (await test.call(bankStatementsApi.import, { as: admin.token, ip, body: { xml } })).body
}
const listed = async (search: string, state: UnmatchedPayment['state'] = 'open') =>
  (await test.call(bankStatementsApi.unmatched, { as: admin.token, query: { search, state } })).body
const statusOf = async (id: string) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]?.status
/** An unmatched payment from a statement. */
async function waiting(...given: Parameters<typeof money>) {
  const { xml, payer } = money(...given)
  const { unmatched } = await load(xml)
  const [row] = (await listed(payer)).rows
  if (!row) throw new Error(`Unexpected: ${payer} does not wait`)
  expect(unmatched[0]?.id).toBe(row.id)
  return { xml, payer, row }
}
const assign = ({ id, version }: UnmatchedPayment, refno: string, as = admin.token) =>
  test.call(bankStatementsApi.assign, { as, body: { id, version, refno } })
const setAside = ({ id, version }: UnmatchedPayment, note = '', as = admin.token) =>
  test.call(bankStatementsApi.setAside, { as, body: { id, version, note } })

describe('an unmatched payment', () => {
  it('is listed once, however often it is imported', async () => {
    const { xml, payer, row } = await waiting('thank you')
    expect(row).toMatchObject({
      reason: 'no_reference',
      amount: 7,
      currency: 'CHF',
      received_on: '2026-03-05',
      payer,
      text: 'thank you',
      state: 'open',
      version: 0,
      assigned: null,
    })
    await load(xml)
    expect((await listed(payer)).total).toBe(1)
  })

  it('pays the order that it is assigned to and is never matched again', async () => {
    const { id, refno } = await createOrder(orm())
    const { xml, payer, row } = await waiting('my stickers', '9.50')
    const { status, body } = await assign(row, refno.replace(/(...)/g, '$1 ').trim())
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'assigned', assigned: { id, refno }, version: 1 })
    expect(body.settled_by).toEqual({ id: admin.id, name: 'Mona Frei' })
    const [order] = await orm().select().from(orders).where(eq(orders.id, id))
    expect([order?.status, order?.donation_cents]).toEqual(['paid', 250])
    const [payment] = await orm().select().from(bank_payments).where(eq(bank_payments.order_id, id))
    expect(payment).toMatchObject({ amount_cents: 950, received_on: '2026-03-05' })
    expect(await load(xml)).toMatchObject({ paid: [], unmatched: [], repeated: 1 })
    expect((await listed(payer)).counts).toEqual({
      open: 0,
      assigned: 1,
      returned: 0,
      set_aside: 0,
    })
    const query = { subject_id: id }
    const acts = await test.call(auditApi.list, { as: admin.token, query })
    expect(acts.body.rows).toMatchObject([{ verb: 'pay', label: refno, after: { amount: 9.5 } }])
  })

  it('can be assigned by one of two admins, and the other gets 409 with the result', async () => {
    const [one, two] = [await createOrder(orm()), await createOrder(orm())]
    const { row } = await waiting('which one?')
    const answers = await Promise.all([assign(row, one.refno), assign(row, two.refno, other.token)])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status, lost?.error.code]).toEqual([200, 409, 'changed_meanwhile'])
    expect(lost?.error.current).toEqual(won?.body)
    const statuses = [await statusOf(one.id), await statusOf(two.id)].sort()
    expect(statuses).toEqual(['paid', 'pending_payment'])
  })

  it('cannot pay an order that is not payable, has another price or another currency', async () => {
    const { row } = await waiting('hello')
    const code = async (fields: Parameters<typeof createOrder>[1]) => {
      const { status, error } = await assign(row, (await createOrder(orm(), fields)).refno)
      return [status, error.errors?.refno?.[0] ?? error.code]
    }
    expect(await code({ status: 'paid' })).toEqual([409, 'not_payable'])
    expect(await code({ status: 'pending_confirmation' })).toEqual([409, 'not_payable'])
    expect(await code({ amount: 2, price_cents: 1400 })).toEqual([
      422,
      'errors.validation.otherAmount',
    ])
    expect(await code({ currency: 'EUR' })).toEqual([422, 'errors.validation.otherAmount'])
    expect((await assign(row, '100000000')).status).toBe(422)
    const { refno } = await createOrder(orm())
    const gone = await waiting(`back ${refno}`, '7.00', 'DBIT')
    expect(gone.row.reason).toBe('reversal')
    expect((await assign(gone.row, refno)).status).toBe(422)
  })

  it('stays set aside with its note at the next import, and can be reopened', async () => {
    const { xml, payer, row } = await waiting('rent of May')
    const aside = (await setAside(row, 'Not ours, sent back')).body
    expect(aside).toMatchObject({ state: 'set_aside', note: 'Not ours, sent back', version: 1 })
    expect((await setAside(row, 'Again', other.token)).status).toBe(409)
    expect(await load(xml)).toMatchObject({ unmatched: [], repeated: 1 })
    const body = { id: aside.id, version: aside.version }
    const again = await test.call(bankStatementsApi.reopen, { as: admin.token, body })
    expect(again.body).toMatchObject({ state: 'open', version: 2, settled_by: null })
    expect((await listed(payer)).total).toBe(1)
  })

  it('pays its order at the next import once that order is confirmed', async () => {
    const order = await createOrder(orm(), { status: 'pending_confirmation' })
    const { xml, payer, row } = await waiting(order.refno)
    expect([row.reason, row.order_id]).toEqual(['not_confirmed', order.id])
    await orm().update(orders).set({ status: 'pending_payment' }).where(eq(orders.id, order.id))
    expect((await load(xml)).paid).toMatchObject([{ order_id: order.id }])
    expect((await listed(payer, 'assigned')).rows[0]?.assigned?.id).toBe(order.id)
  })

  it('is deleted a year after it was settled, and never while it is open', async () => {
    const { row } = await waiting('old')
    const open = await waiting('still open')
    await setAside(row)
    const left = async () => {
      const rows = await orm().select({ id: unmatched_payments.id }).from(unmatched_payments)
      return [row.id, open.row.id].map((id) => rows.some((each) => each.id === id))
    }
    await deleteOldUnmatched(orm(), new Date(Date.now() + 364 * DAY_MS))
    expect(await left()).toEqual([true, true])
    await deleteOldUnmatched(orm(), new Date(Date.now() + 366 * DAY_MS))
    expect(await left()).toEqual([false, true])
  })

  it('is hidden from moderators', async () => {
    const { row } = await waiting('secret')
    const { token } = await createUser(orm(), { role_id: 2 })
    const { status } = await test.call(bankStatementsApi.unmatched, { as: token, query: {} })
    expect([status, (await setAside(row, '', token)).status]).toEqual([403, 403])
  })
})
