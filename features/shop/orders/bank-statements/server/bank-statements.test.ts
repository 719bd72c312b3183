import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { creditorReference, qrReference } from '../../paying/server/payment-references.ts'
import { bankStatementsApi, STATEMENT_MAX_BYTES } from '../contract.admin.ts'
import { bank_payments } from '../tables.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Order = Awaited<ReturnType<typeof createOrder>>
let calls = 0
const load = (xml: string, as: string | undefined = admin.token) =>
  test.call(bankStatementsApi.import, {
    body: { xml },
    ip: `10.13.0.${calls++ & 255}`,
    as,
  })
async function imported(xml: string) {
  const { status, body: begun } = await load(xml)
  expect(status).toBe(200)
  // Another request may run the job of this one, which then answers before it is done, as the page expects.
  let body = begun
  while (!body.is_done) {
    body = (
      await test.call(bankStatementsApi.imported, { as: admin.token, query: { id: begun.id } })
    ).body
  }
  return {
    paid: body.paid.map(({ refno }) => refno),
    unmatched: body.unmatched.map(({ reason }) => reason),
    repeated: body.repeated,
    body,
  }
}
const rowOf = async ({ id }: Order) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]

const ISO = 'urn:iso:std:iso:20022:tech:xsd'
/** A statement of one day, in the format of banks in Switzerland and the EU. */
const camt053 = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${ISO}:camt.053.001.${version}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr>
    <Stmt><Id>1</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>
      <Bal><Amt Ccy="CHF">100.00</Amt></Bal>${entries}
    </Stmt>
  </BkToCstmrStmt>
</Document>`
/** The single payments behind a statement, with every element name prefixed as some banks do. */
const camt054 = (entries: string, version = '04') =>
  `<ns2:Document xmlns:ns2="${ISO}:camt.054.001.${version}"><BkToCstmrDbtCdtNtfctn><Ntfctn>
    <Acct><Id><Othr><Id>12-3</Id></Othr></Id></Acct>${entries}
  </Ntfctn></BkToCstmrDbtCdtNtfctn></ns2:Document>`.replace(/(<\/?)(?!ns2:)(?=[A-Z])/g, '$1ns2:')

let names = 0
const entry = (
  fields: Partial<Record<'amount' | 'currency' | 'sign' | 'status' | 'extra' | 'name', string>>,
  details: string,
) => {
  const { amount = '7.00', currency = 'CHF', sign = 'CRDT', status = 'BOOK' } = fields
  return `<Ntry><NtryRef>1</NtryRef><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>
    ${fields.extra ?? '<RvslInd>false</RvslInd>'}<Sts>${status}</Sts>
    <BookgDt><Dt>2026-03-04</Dt></BookgDt><ValDt><DtTm>2026-03-05T00:00:00+01:00</DtTm></ValDt>
    <AcctSvcrRef>${fields.name ?? `entry ${names++}`}</AcctSvcrRef>
    <NtryDtls>${details}</NtryDtls></Ntry>`
}
const PAYER = '<RltdPties><Dbtr><Nm>M&#252;ller &amp; Co</Nm></Dbtr></RltdPties>'
const structured = (reference: string, more = '') =>
  `<TxDtls>${more}${PAYER}<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
const typed = (text: string) => `<TxDtls>${PAYER}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

/** The payment was returned because the account is closed. */
const RETURNED = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'

describe('a bank statement', () => {
  it.each([
    ['camt.053.001.02', (ref: string) => camt053(entry({}, structured(ref)), '02')],
    ['camt.053.001.04', (ref: string) => camt053(entry({}, structured(ref)), '04')],
    [
      'camt.053.001.08',
      (ref: string) => camt053(entry({ status: '<Cd>BOOK</Cd>' }, structured(ref)), '08'),
    ],
    ['camt.054.001.02', (ref: string) => camt054(entry({}, structured(ref)), '02')],
    ['camt.054.001.04', (ref: string) => camt054(entry({}, structured(ref)), '04')],
    [
      'camt.054.001.08',
      (ref: string) => camt054(entry({ status: '<Cd>BOOK</Cd>' }, structured(ref)), '08'),
    ],
  ])('%s pays the order that it names', async (_version, write) => {
    const [one, other] = [await createOrder(orm()), await createOrder(orm())]
    expect((await imported(write(qrReference(one.refno)))).paid).toEqual([one.refno])
    expect((await imported(write(creditorReference(other.refno)))).paid).toEqual([other.refno])
    expect(await rowOf(one)).toMatchObject({ status: 'paid', payment_method: 'invoice' })
    const [event] = await orm().select().from(order_events).where(eq(order_events.order_id, one.id))
    expect(event).toMatchObject({ status: 'paid', actor: 'admin', user_id: admin.id })
    const [payment] = await orm()
      .select()
      .from(bank_payments)
      .where(eq(bank_payments.order_id, one.id))
    expect(payment).toMatchObject({ amount_cents: 700, received_on: '2026-03-05' })
  })

  it('pays an order once and sends one mail, however often it is imported', async () => {
    const email = 'statement@example.org'
    const order = await createOrder(orm(), { email, donation_cents: 300, lang: 'en' })
    const xml = camt053(entry({ amount: '10.00' }, structured(qrReference(order.refno))))
    const results = await Promise.all([imported(xml), imported(xml), imported(xml)])
    expect(results.flatMap(({ paid }) => paid)).toEqual([order.refno])
    expect(results.map(({ repeated }) => repeated).sort()).toEqual([0, 1, 1])
    expect(await imported(xml)).toMatchObject({ paid: [], unmatched: [], repeated: 1 })
    expect((await rowOf(order))?.donation_cents).toBe(300)
    const mails = (await test.mails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payment has arrived'])
  })

  it('accepts the price without the promised donation, and drops the donation', async () => {
    const order = await createOrder(orm(), { donation_cents: 300 })
    expect((await imported(camt053(entry({}, typed(`Order ${order.refno}`))))).paid).toHaveLength(1)
    expect((await rowOf(order))?.donation_cents).toBe(0)
  })

  it('matches each payment of a batch', async () => {
    const [a, b, c] = [await createOrder(orm()), await createOrder(orm()), await createOrder(orm())]
    const details = [
      '<Btch><NbOfTxs>4</NbOfTxs></Btch>',
      structured(qrReference(a.refno), '<Amt Ccy="CHF">7.00</Amt>'),
      structured(
        qrReference(b.refno),
        '<AmtDtls><TxAmt><Amt Ccy="CHF">7.00</Amt></TxAmt></AmtDtls>',
      ),
      structured(qrReference(b.refno), '<Amt Ccy="CHF">7.00</Amt>'),
      // The file states no amount for this payment.
      structured(qrReference(c.refno)),
    ].join('')
    const xml = camt053(entry({ amount: '28.00' }, details))
    const { paid, unmatched } = await imported(xml)
    expect(paid).toEqual([a.refno, b.refno])
    expect(unmatched).toEqual(['already_paid', 'other_amount'])
    expect(await imported(xml)).toMatchObject({ paid: [], repeated: 2, unmatched })
  })

  it('lists each payment that it cannot match, with the reason, and books none of them', async () => {
    const order = await createOrder(orm())
    const euros = await createOrder(orm(), { currency: 'EUR', country: 'DE' })
    const early = await createOrder(orm(), { status: 'pending_confirmation' })
    const gone = await createOrder(orm(), { status: 'cancelled' })
    const ref = qrReference(order.refno)
    const unknown = await createOrder(orm())
    await orm().delete(orders).where(eq(orders.id, unknown.id))
    const wrong = `${ref.slice(0, 26)}${(Number(ref[26]) + 1) % 10}`
    const cases: [string, string][] = [
      ['other_amount', entry({ amount: '7.01' }, structured(ref))],
      ['other_amount', entry({ amount: '6.99' }, structured(ref))],
      ['other_currency', entry({ currency: 'EUR' }, structured(ref))],
      ['other_currency', entry({}, typed(euros.refno))],
      ['not_confirmed', entry({}, typed(formatRefno(early.refno)))],
      ['cancelled', entry({}, structured(creditorReference(gone.refno)))],
      ['unknown_order', entry({}, structured(qrReference(unknown.refno)))],
      ['no_reference', entry({}, structured(wrong))],
      ['no_reference', entry({}, typed('Danke &amp; Gruss'))],
      ['no_reference', entry({}, '')],
      ['several_references', entry({}, typed(`${order.refno} ${gone.refno}`))],
      ['not_booked', entry({ status: 'PDNG' }, structured(ref))],
      ['reversal', entry({ extra: '<RvslInd>true</RvslInd>' }, structured(ref))],
      ['reversal', entry({ sign: 'DBIT' }, structured(ref))],
      ['reversal', entry({}, structured(ref, '<CdtDbtInd>DBIT</CdtDbtInd>'))],
      ['reversal', entry({}, structured(ref, RETURNED))],
      [
        'reversal',
        entry({ sign: 'DBIT' }, typed('Lohn').replace('<RmtInf>', `${RETURNED}<RmtInf>`)),
      ],
      ['batch', entry({}, '<Btch><NbOfTxs>2</NbOfTxs></Btch>')],
    ]
    const bill = entry({ sign: 'DBIT' }, typed('Stromrechnung'))
    const { paid, unmatched, body } = await imported(
      camt053(cases.map(([, xml]) => xml).join('') + bill),
    )
    expect(paid).toEqual([])
    expect(unmatched).toEqual(cases.map(([reason]) => reason))
    expect(body.unmatched[0]).toEqual({
      reason: 'other_amount',
      order_id: order.id,
      refno: order.refno,
      amount: 7.01,
      currency: 'CHF',
      received_on: '2026-03-05',
      text: ref,
      payer: 'Müller & Co',
      id: expect.any(String),
    })
    for (const each of [order, euros]) expect((await rowOf(each))?.status).toBe('pending_payment')
    expect((await rowOf(early))?.status).toBe('pending_confirmation')
    expect((await rowOf(gone))?.status).toBe('cancelled')
  })

  it.each([
    ['nothing', ' '],
    ['no XML', 'Datum;Betrag\n2026-03-04;7.00'],
    ['broken XML', camt053('<Ntry>')],
    ['another document', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>'],
    [
      'a file that reads others',
      `<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>${camt053(entry({}, typed('&x;')))}`,
    ],
    [
      'a file that explodes',
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${camt053(entry({}, typed('&b;')))}`,
    ],
  ])('is refused if it is %s', async (_what, xml) => {
    const { status, error } = await load(xml)
    expect([status, error.errors]).toEqual([422, { xml: ['errors.validation.invalid'] }])
  })

  it('lists an amount that is too large for the books, with the text of the bank', async () => {
    const order = await createOrder(orm())
    const huge = entry({ amount: '99999999999.00' }, structured(qrReference(order.refno)))
    const { unmatched, body } = await imported(camt053(huge))
    expect(unmatched).toEqual(['other_amount'])
    expect(body.unmatched[0]).toMatchObject({ amount: null, order_id: order.id })
    expect(body.unmatched[0]?.text).toContain('CHF 99999999999.00')
  })

  it('lists malformed dates, names and characters instead of failing', async () => {
    const day = entry({}, typed('odd day')).replaceAll(/<DtTm>[^<]*/g, '<DtTm>2026-02-31')
    const name = entry({ name: 'x'.repeat(20_000) }, typed('long name'))
    const nul = entry({}, typed('nothing&#0;ness'))
    const { unmatched, body } = await imported(
      camt053(day.replaceAll('03-04', '13-45') + name + nul),
    )
    expect(unmatched).toEqual(['no_reference', 'no_reference', 'no_reference'])
    expect(body.unmatched.map(({ received_on }) => received_on)[0]).toBeNull()
    expect(body.unmatched[2]?.text).toBe('nothingness')
    expect((await imported(camt053(name))).body.unmatched).toHaveLength(1)
  })

  it('may be large, up to a limit', async () => {
    const filler = (bytes: number) => `<!--${'x'.repeat(bytes)}-->`
    expect((await load(camt053(filler(1_500_000)))).status).toBe(200)
    expect((await load(camt053(filler(STATEMENT_MAX_BYTES)))).status).toBe(413)
  })

  it('can be imported only by members with the task treasury', async () => {
    const user = await createUser(orm(), { role_id: 2 })
    const order = await createOrder(orm())
    const xml = camt053(entry({}, structured(qrReference(order.refno))))
    expect([(await load(xml, '')).status, (await load(xml, user.token)).status]).toEqual([404, 403])
    expect((await rowOf(order))?.status).toBe('pending_payment')
  })
})

describe('a statement of another account', () => {
  const OWN = 'CH5604835012345678009'
  const STRANGE = 'CH9300762011623852957'
  const QR_IBAN = 'CH4431999123000889012'
  const invoice = (iban: string, sepaIban: string | undefined) => ({
    name: 'Verein',
    address: 'Weg 1',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
    iban,
    sepaIban,
    bic: undefined,
  })
  const importInto = async (iban: string, sepaIban: string | undefined) => {
    const strict = await createTestApp({ config: { invoice: invoice(iban, sepaIban) } })
    try {
      const db = strict.deps.database.orm
      const { token } = await createUser(db, { role_id: 3 })
      const order = await createOrder(db)
      const xml = camt053(entry({}, structured(qrReference(order.refno))))
      const answer = await strict.call(bankStatementsApi.import, { as: token, body: { xml } })
      const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
      return { ...answer, order: row?.status }
    } finally {
      await strict.close()
    }
  }

  it('is refused as a whole, by its IBAN', async () => {
    const { status, error, order } = await importInto(QR_IBAN, OWN)
    expect([status, error.code, error.current, order]).toEqual([
      409,
      'other_bank_account',
      { iban: STRANGE, own: [QR_IBAN, OWN] },
      'pending_payment',
    ])
    expect(error.message).toContain(STRANGE)
  })

  it('is imported if it is one of the own accounts, or if only the QR-IBAN is known', async () => {
    for (const [iban, sepa] of [
      [STRANGE, undefined],
      [QR_IBAN, STRANGE],
      [QR_IBAN, undefined],
    ] as const) {
      const { status, order } = await importInto(iban, sepa)
      expect([status, order]).toEqual([200, 'paid'])
    }
  })
})

describe('POST /admin/orders/recordPayment', () => {
  const record = (
    order: { id: string },
    fields: object = {},
    as: string | undefined = admin.token,
  ) =>
    test.call(bankStatementsApi.recordPayment, {
      body: { id: order.id, amount: 7, received_on: '2026-03-04', ...fields },
      as,
    })

  it('records the amount and the note once', async () => {
    const order = await createOrder(orm(), { user_id: (await createUser(orm())).id })
    const { status, body } = await record(order, { amount: 12.5, note: 'by post' })
    expect(status).toBe(200)
    expect(body.order_info).toMatchObject({
      order_status: { name: 'paid' },
      payment_method: 'invoice',
      donation: 5.5,
      payment_amount: 12.5,
    })
    const [payment] = await orm()
      .select()
      .from(bank_payments)
      .where(eq(bank_payments.order_id, order.id))
    expect(payment).toMatchObject({ note: 'by post', recorded_by: admin.id, entry_key: null })
    expect((await record(order)).error.code).toBe('not_payable')
  })

  it.each([
    ['amount', { amount: 6.99 }, 'belowPrice'],
    ['amount', { amount: 100.01 }, 'aboveSlider'],
    ['amount', { amount: 7.001 }, 'money'],
    ['amount', { amount: -7 }, 'money'],
    ['received_on', { received_on: '2999-01-01' }, 'pastDay'],
    ['received_on', { received_on: '4.3.2026' }, 'calendarDay'],
    ['note', { note: 'x'.repeat(501) }, 'tooLong'],
  ])('refuses a wrong %s with the reason: %j', async (field, fields, why) => {
    const { status, error } = await record(await createOrder(orm()), fields)
    expect([status, error.errors]).toEqual([422, { [field]: [`errors.validation.${why}`] }])
  })

  it('is for administrators, and for orders in pending_payment', async () => {
    const order = await createOrder(orm())
    const owner = await createUser(orm())
    expect((await record(order, {}, '')).status).toBe(404)
    expect((await record(order, {}, owner.token)).status).toBe(404)
    expect((await record({ id: crypto.randomUUID() })).status).toBe(404)
    for (const status of ['pending_confirmation', 'cancelled', 'processed'] as const) {
      expect((await record(await createOrder(orm(), { status }))).error.code).toBe('not_payable')
    }
  })
})
