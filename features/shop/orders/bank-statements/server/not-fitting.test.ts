import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { refnoOf } from '#features/shop/orders/refno.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { cashBookApi } from '../../cash-book/contract.admin.ts'
import { creditorReference } from '../../paying/server/payment-references.ts'
import { bankStatementsApi } from '../contract.admin.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let names = 0
let calls = 0
const statement = (entries: string, kind = 'camt.053') => {
  const [list, one] =
    kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><${list}><${one}>
    <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>${entries}</${one}></${list}></Document>`
}
const entry = (amount: string, details: string, name = `fit ${names++}`) =>
  `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <ValDt><Dt>2026-03-05</Dt></ValDt><AcctSvcrRef>${name}</AcctSvcrRef>
    <NtryDtls>${details}</NtryDtls></Ntry>`
const typed = (text: string) => `<TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
const referring = (refno: string) =>
  `<RmtInf><Strd><CdtrRefInf><Ref>${creditorReference(refno)}</Ref></CdtrRefInf></Strd></RmtInf>`

async function load(xml: string) {
  const ip = `10.15.${calls >> 8}.${calls++ & 255}`
  const call = { as: admin.token, ip, body: { xml } }
  return (await test.call(bankStatementsApi.import, call)).body
}
async function waiting(search: string) {
  const query = { search, state: 'open' } as const
  const { body } = await test.call(bankStatementsApi.unmatched, { as: admin.token, query })
  const [row] = body.rows
  if (!row) throw new Error(`Unexpected: nothing waits for ${search}`)
  return row
}
const orderOf = async (id: string) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]
/** Way and amount of each movement of an order in the cash book, by default of March 2026. */
async function booked(refno: string, month = '2026-03') {
  const call = { as: admin.token, query: { month } }
  const { movements } = (await test.call(cashBookApi.cashBook, call)).body
  return movements.filter((each) => each.refno === refno).map(({ way, amount }) => [way, amount])
}
const look = async (id: string) =>
  (await test.call(adminOrdersApi.byId, { as: admin.token, query: { id } })).body
const aPrice = (cents: number) => ({ amount: 1, piece_cents: cents, price_cents: cents })

describe('a payment of less than the price', () => {
  it('pays the order when an admin accepts it with a note, with the amount received', async () => {
    const { id, refno } = await createOrder(orm(), aPrice(4500))
    await load(statement(entry('43.20', typed(refno))))
    const { id: of, version, reason } = await waiting(refno)
    expect(reason).toBe('other_amount')
    const assign = (more: { accept_less?: boolean; note?: string }) =>
      test.call(bankStatementsApi.assign, {
        as: admin.token,
        body: { id: of, version, refno, ...more },
      })
    expect((await assign({})).error.errors).toHaveProperty('refno')
    expect((await assign({ accept_less: true, note: ' ' })).error.errors).toHaveProperty('note')
    expect((await orderOf(id))?.status).toBe('pending_payment')
    const done = await assign({ accept_less: true, note: 'charges of the bank' })
    expect(done.body).toMatchObject({ state: 'assigned', note: 'charges of the bank' })
    expect(await orderOf(id)).toMatchObject({
      status: 'paid',
      paid_cents: 4320,
      donation_cents: 0,
      owing_cents: 0,
    })
    expect(await booked(refno)).toEqual([['bank', 43.2]])
    expect(await look(id)).toMatchObject({ to_pay: 0, refundable: 43.2 })
  })

  it('can be recorded by hand in the same way', async () => {
    const { id, refno } = await createOrder(orm(), aPrice(4500))
    const record = (more: object) =>
      test.call(bankStatementsApi.recordPayment, {
        as: admin.token,
        body: { id, amount: 40, received_on: '2026-03-06', note: '', ...more },
      })
    expect((await record({})).error.errors).toHaveProperty('amount')
    expect((await record({ accept_less: true })).error.errors).toHaveProperty('note')
    expect((await record({ accept_less: true, note: 'as agreed' })).status).toBe(200)
    expect(await booked(refno)).toEqual([['bank', 40]])
  })
})

it('a cash payment is booked in the till', async () => {
  const { id, refno } = await createOrder(orm())
  const record = await test.call(bankStatementsApi.recordPayment, {
    as: admin.token,
    body: { id, amount: 7, received_on: '2026-03-06', way: 'cash' },
  })
  expect(record.body.order_info.payment_method).toBe('cash')
  expect(await booked(refno)).toEqual([['cash', 7]])
  expect((await look(id)).payments).toMatchObject([{ provider: 'cash', status: 'succeeded' }])
})

it('a payment for an order with a pending bank payment is refused until that payment has failed', async () => {
  const awaited_until = new Date('2026-03-13T10:00:00Z')
  const { id, refno } = await createOrder(orm(), { awaited_until })
  const xml = statement(entry('7.00', typed(refno)))
  expect(await load(xml)).toMatchObject({ paid: [], unmatched: [{ reason: 'payment_awaited' }] })
  const { id: of, version } = await waiting(refno)
  const assign = () =>
    test.call(bankStatementsApi.assign, { as: admin.token, body: { id: of, version, refno } })
  const body = { id, amount: 7, received_on: '2026-03-06', way: 'cash' } as const
  const record = await test.call(bankStatementsApi.recordPayment, { as: admin.token, body })
  const codes = [record.error.code, (await assign()).error.code]
  expect(codes).toEqual(['payment_pending', 'payment_pending'])
  expect([(await orderOf(id))?.status, await booked(refno)]).toEqual(['pending_payment', []])
  await orm().update(orders).set({ awaited_until: null }).where(eq(orders.id, id))
  expect((await assign()).status).toBe(200)
  expect(await booked(refno)).toEqual([['bank', 7]])
})

describe('an unneeded payment', () => {
  it.each(['paid', 'cancelled'] as const)(
    'for a %s order is booked as received and given back',
    async (status) => {
      const paid = status === 'paid' ? { paid_cents: 700 } : {}
      const { id, refno } = await createOrder(orm(), { status, ...paid })
      const xml = statement(entry('7.00', typed(refno)))
      await load(xml)
      const { id: of, version } = await waiting(refno)
      const giveBack = (returned_on: string) =>
        test.call(bankStatementsApi.giveBack, {
          as: admin.token,
          body: { id: of, version, returned_on, note: 'paid twice' },
        })
      expect((await giveBack('2026-03-01')).error.errors).toHaveProperty('returned_on')
      expect((await giveBack('2026-03-20')).body).toMatchObject({
        state: 'returned',
        assigned: { refno },
      })
      expect((await giveBack('2026-03-20')).error.code).toBe('changed_meanwhile')
      expect(await booked(refno)).toEqual([
        ['bank', 7],
        ['bank', -7],
      ])
      const after = await look(id)
      expect(after.order_status.name).toBe(status)
      expect(after.payments).toMatchObject([{ provider: 'bank', status: 'refunded' }])
      expect(after.refundable).toBe(status === 'paid' ? 7 : 0)
      expect(await load(xml)).toMatchObject({ paid: [], unmatched: [], repeated: 1 })
    },
  )

  it('needs an order number if it names no order', async () => {
    const { refno } = await createOrder(orm(), { status: 'cancelled' })
    await load(statement(entry('7.00', typed('for nothing in particular'))))
    const { id, version } = await waiting('for nothing in particular')
    const body = { id, version, returned_on: '2026-03-20' }
    const call = (more: { refno?: string }) =>
      test.call(bankStatementsApi.giveBack, { as: admin.token, body: { ...body, ...more } })
    expect((await call({})).error.errors).toHaveProperty('refno')
    expect((await call({ refno })).status).toBe(200)
  })
})

it('the cash book shows what each way of payment held, received and gave back', async () => {
  const other = await createTestApp()
  try {
    const db = other.deps.database.orm
    const { token: as } = await createUser(db, { role_id: 3 })
    const exact = await createOrder(db, aPrice(4500))
    const less = await createOrder(db, aPrice(4500))
    const xml = statement(
      entry('45.00', typed(exact.refno)) +
        entry('43.20', typed(less.refno)) +
        entry('45.00', typed(exact.refno)),
    )
    await other.call(bankStatementsApi.import, { as, body: { xml } })
    const query = { state: 'open' } as const
    const { rows } = (await other.call(bankStatementsApi.unmatched, { as, query })).body
    for (const { id, version, refno, reason } of rows) {
      const call =
        reason === 'other_amount'
          ? await other.call(bankStatementsApi.assign, {
              as,
              body: { id, version, refno: refno ?? '', accept_less: true, note: 'charges' },
            })
          : await other.call(bankStatementsApi.giveBack, {
              as,
              body: { id, version, returned_on: '2026-04-02' },
            })
      expect(call.status).toBe(200)
    }
    const book = async (month: string) =>
      (await other.call(cashBookApi.cashBook, { as, query: { month } })).body.ways
    const bank = { way: 'bank', currency: 'CHF' }
    expect(await book('2026-03')).toEqual([
      { ...bank, opening: 0, received: 133.2, given_back: 0, closing: 133.2 },
    ])
    expect(await book('2026-04')).toEqual([
      { ...bank, opening: 133.2, received: 0, given_back: 45, closing: 88.2 },
    ])
  } finally {
    await other.close()
  }
})

describe('a batch of several payments', () => {
  const parts = (a: string, b: string, instructed = '75.00', currency = 'CHF') =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">45.00</Amt></TxAmt></AmtDtls>${referring(a)}</TxDtls>
     <TxDtls><AmtDtls><InstdAmt><Amt Ccy="${currency}">${instructed}</Amt></InstdAmt></AmtDtls>${referring(b)}</TxDtls>
     ${typed('thank you')}`

  it('pays its orders once, with the instructed amounts, if they add up to the sum', async () => {
    const [a, b] = [await createOrder(orm(), aPrice(4500)), await createOrder(orm(), aPrice(7500))]
    const sum = entry('120.00', parts(a.refno, b.refno))
    const first = await load(statement(sum))
    expect(first.paid.map(({ refno, amount }) => [refno, amount])).toEqual([
      [a.refno, 45],
      [b.refno, 75],
    ])
    expect(first.unmatched).toMatchObject([{ amount: null, reason: 'no_reference' }])
    for (const kind of ['camt.053', 'camt.054']) {
      expect((await load(statement(sum, kind))).paid).toEqual([])
    }
    expect([await booked(a.refno), await booked(b.refno)]).toEqual([[['bank', 45]], [['bank', 75]]])
    const query = { search: 'thank you', state: 'open' } as const
    const list = await test.call(bankStatementsApi.unmatched, { as: admin.token, query })
    expect(list.body.total).toBe(1)
  })

  it.each([
    ['another sum', '74.00', 'CHF'],
    ['another currency', '75.00', 'EUR'],
  ])(
    'leaves a payment with an unknown amount where %s is instructed',
    async (_, amount, currency) => {
      const [a, b] = [
        await createOrder(orm(), aPrice(4500)),
        await createOrder(orm(), aPrice(7500)),
      ]
      const sum = entry('120.00', parts(a.refno, b.refno, amount, currency))
      const { paid, unmatched } = await load(statement(sum))
      expect(paid.map(({ refno }) => refno)).toEqual([a.refno])
      expect(unmatched[0]).toMatchObject({ refno: b.refno, amount: null })
    },
  )
})

it('a statement of a thousand unknown payments with escaped umlauts needs fewer than 30 queries', async () => {
  const many = Array.from({ length: 1000 }, (_, rank) =>
    entry('7.00', typed(`M&#252;ller &amp; S&#246;hne ${refnoOf(40_000_000 + rank)}`)),
  )
  const asked = new AskedQuestions()
  const { result, questions } = await asked.during(() => load(statement(many.join(''))))
  asked.stop()
  const { unmatched } = result
  expect(unmatched).toHaveLength(1000)
  expect(unmatched[0]).toMatchObject({ reason: 'unknown_order' })
  expect(unmatched[0]?.text).toContain('Müller & Söhne')
  expect(new Set(unmatched.map(({ id }) => id)).size).toBe(1000)
  expect(questions.length).toBeLessThan(30)
}, 60_000)

it('many payments can be set aside at once, except those changed meanwhile', async () => {
  await load(statement([1, 2, 3].map((n) => entry('1.00', typed(`aside ${n} many`))).join('')))
  const query = { search: 'many', state: 'open' } as const
  const { body } = await test.call(bankStatementsApi.unmatched, { as: admin.token, query })
  const read = body.rows.map(({ id, version }) => ({ id, version }))
  expect(read).toHaveLength(3)
  const [first] = read
  if (!first) throw new Error('Unexpected empty list')
  await test.call(bankStatementsApi.setAside, { as: admin.token, body: { ...first, note: '' } })
  const call = { as: admin.token, body: { payments: read, note: 'dues' } }
  const done = await test.call(bankStatementsApi.setManyAside, call)
  expect(done.body).toEqual({ set_aside: 2, changed_meanwhile: 1 })
  const after = await test.call(bankStatementsApi.unmatched, { as: admin.token, query })
  expect(after.body.counts).toMatchObject({ open: 0, set_aside: 3 })
})
