import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { InvoiceConfig } from '#platform/server/config.ts'
import { configApi } from '#platform/shared/config.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { ordersApi } from '../../contract.ts'
import {
  creditorReference,
  qrReference,
  refnoOfReference,
  refnosInText,
} from '../../paying/server/payment-references.ts'
import { formatRefno, refnoOf } from '../../refno.ts'
import { changeStatus } from '../../server/changing.ts'
import { findOrder, lockOrder } from '../../server/orders.queries.ts'
import { order_events, orders } from '../../tables.ts'
import { renderInvoice, renderReceipt } from './order-paper.ts'

/** IBANs from the examples of SIX and the Swiss banks. */
const QR_IBAN = 'CH4431999123000889012'
const IBAN = 'CH9300762011623852957'
const INVOICE: InvoiceConfig = {
  name: 'Verein Letterlend',
  address: 'Musterweg 1',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  iban: QR_IBAN,
  sepaIban: IBAN,
  bic: 'POFICHBEXXX',
}
const REFNO = refnoOf(23_456_789)
const PAGE = { width: 595.28, margin: 56.69 }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { invoice: INVOICE } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Fields = Partial<typeof orders.$inferInsert>
const fullOrder = async (fields: Fields = {}) => {
  const full = await findOrder(orm(), (await createOrder(orm(), fields)).id)
  if (!full) throw new Error('Unexpected order without its product')
  return full
}
const config = (invoice: InvoiceConfig | undefined) => ({
  ...test.deps.config,
  invoice,
  logo: null,
})
async function invoiceFor(fields: Fields, seller = INVOICE) {
  const full = await fullOrder(fields)
  const file = await renderInvoice(full, config(seller), new Date('2026-03-04T12:00:00Z'))
  return { refno: full.order.refno, read: file && readPdf(file), file }
}
async function receiptFor(fields: Fields, seller: InvoiceConfig | null = INVOICE) {
  const full = await fullOrder({ status: 'paid', ...fields })
  const file = await renderReceipt(
    full,
    config(seller ?? undefined),
    new Date('2026-03-04T23:30:00Z'),
  )
  return { file, read: readPdf(file), refno: full.order.refno }
}

/** Modulo 97 from ISO 7064, with big integers instead of digit by digit. */
const mod97 = (text: string) =>
  BigInt([...text].map((sign) => Number.parseInt(sign, 36)).join('')) % 97n
/** Modulo 10 recursive, with the table from the Swiss banks: one row per carry. */
function mod10(digits: string): number {
  const row = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
  const table = row.map((_, carry) => row.map((__, digit) => row[(carry + digit) % 10] ?? 0))
  return [...digits].reduce((carry, digit) => table[carry]?.[Number(digit)] ?? 0, 0)
}

describe('a reference', () => {
  it('has the check digits that other programs compute', () => {
    expect(mod10('21000000000313947143000901')).toBe((10 - 7) % 10)
    for (const rank of [0, 1, 23_456_789, 89_999_999]) {
      const refno = refnoOf(rank)
      const qrr = qrReference(refno)
      expect(qrr).toMatch(/^\d{27}$/)
      expect((10 - mod10(qrr.slice(0, 26))) % 10).toBe(Number(qrr.at(-1)))
      const scor = creditorReference(refno)
      expect(mod97(scor.slice(4) + scor.slice(0, 4))).toBe(1n)
      expect([refnoOfReference(qrr), refnoOfReference(scor)]).toEqual([refno, refno])
    }
  })

  it('names an order only if every check digit is right', () => {
    const qrr = qrReference(REFNO)
    const wrong = [
      `${qrr.slice(0, 26)}${(Number(qrr[26]) + 1) % 10}`,
      // Valid, but not one of our numbers.
      '210000000003139471430009017',
      'RF18539007547034',
      creditorReference(REFNO).replace(/^RF\d\d/, 'RF00'),
      REFNO,
      '',
    ]
    expect(wrong.map(refnoOfReference)).toEqual(wrong.map(() => null))
    expect(refnoOfReference(qrr.replace(/(.{5})/g, '$1 '))).toBe(REFNO)
  })

  it('is found in free text, and never guessed', () => {
    const other = refnoOf(5)
    expect(refnosInText(`Bestellung ${formatRefno(REFNO)}, danke`)).toEqual([REFNO])
    expect(refnosInText(`No. ${REFNO.replace(/(...)/g, '$1.')}`)).toEqual([REFNO])
    expect(refnosInText(`${creditorReference(REFNO)} Muster`)).toEqual([REFNO])
    expect(refnosInText(`${REFNO} ${REFNO}/${other}`)).toEqual([REFNO, other])
    expect(refnosInText(`7${REFNO} 123456781 12 345`)).toEqual([])
  })
})

describe('an invoice in francs', () => {
  it('has a QR-bill that a banking app can read', async () => {
    const { read } = await invoiceFor({ refno: REFNO, donation_cents: 450, price_cents: 700 })
    expect(read?.code?.split('\n')).toEqual([
      ...['SPC', '0200', '1', QR_IBAN],
      ...['S', 'Verein Letterlend', 'Musterweg 1', '', '8004', 'Zürich', 'CH'],
      ...['', '', '', '', '', '', ''],
      ...['11.50', 'CHF'],
      ...['S', 'Ada Muster', 'Langstrasse 12', '', '8004', 'Zürich', 'CH'],
      ...['QRR', qrReference(REFNO), '', 'EPD'],
    ])
    expect(read?.text).toContain('Empfangsschein')
    expect(read?.pages).toBe(1)
  })

  it('has a creditor reference if there is no QR-IBAN', async () => {
    const seller = { ...INVOICE, iban: IBAN }
    const { read, refno } = await invoiceFor({ lang: 'fr' }, seller)
    const lines = read?.code?.split('\n') ?? []
    expect([lines[3], ...lines.slice(-4)]).toEqual([
      ...[IBAN, 'SCOR', creditorReference(refno), '', 'EPD'],
    ])
    expect(read?.text).toContain('Section paiement')
  })

  it('writes the payer’s name in letters that every bank accepts, or omits the payer', async () => {
    const polish = await invoiceFor({ firstname: 'Łucja', lastname: 'Wąsik–Größli' })
    expect(polish.read?.code?.split('\n')[21]).toBe('Łucja Wąsik-Größli')
    expect(polish.read?.text).toContain('Łucja Wąsik–Größli')
    expect(polish.read?.text.split('Łucja Wąsik-Größli')).toHaveLength(3)
    const greek = await invoiceFor({ firstname: 'Νίκος', lastname: 'Ιωάννου' })
    expect(greek.read?.code?.split('\n')[21]).toBe('Nikos Ioannou')
    expect(greek.read?.text).toContain('Νίκος Ιωάννου')
    const kazakh = await invoiceFor({ firstname: 'Қанат', lastname: 'Muster' })
    expect(kazakh.read?.code?.split('\n').slice(20, 27)).toEqual(['', '', '', '', '', '', ''])
  })

  it('keeps the letters in names that the guidelines allow since November 2025', async () => {
    const address = { address: 'Rue du Bœuf 3', postcode: '1204', city: 'Genève' }
    const french = await invoiceFor({ firstname: 'Chloé', lastname: 'Œuvray', ...address })
    expect(french.read?.code?.split('\n').slice(20, 27)).toEqual([
      ...['S', 'Chloé Œuvray', 'Rue du Bœuf 3', '', '1204', 'Genève', 'CH'],
    ])
    const romanian = await invoiceFor({ firstname: 'Ștefan', lastname: 'Ionuț' })
    expect(romanian.read?.code?.split('\n')[21]).toBe('Ștefan Ionuț')
    // One on the receipt, one in the payment part.
    expect(romanian.read?.text.match(/Payable par|Zahlbar durch/g)).toHaveLength(2)
    expect(romanian.read?.text.split('Ștefan Ionuț').length).toBeGreaterThanOrEqual(4)
  })

  it('does not exist without an account for francs', async () => {
    const german = {
      ...INVOICE,
      iban: 'DE89370400440532013000',
      sepaIban: 'DE89370400440532013000',
    }
    expect((await invoiceFor({}, german)).file).toBeNull()
    expect((await invoiceFor({ country: 'DE', currency: 'EUR' }, german)).file).not.toBeNull()
  })
})

describe('the amount due after a correction of a paid order', () => {
  const added = { amount: 3, price_cents: 2100, paid_cents: 1400, owing_cents: 700 }

  it('has an invoice of its own, with the reference of the order', async () => {
    const { read, refno } = await invoiceFor({ ...added, status: 'paid' })
    const lines = read?.code?.split('\n') ?? []
    expect(lines).toEqual(expect.arrayContaining(['7.00', 'CHF', qrReference(refno)]))
    expect(read?.text).toContain('Noch zu zahlen')
    const abroad = { country: 'DE', currency: 'EUR', status: 'paid' } as const
    const sepa = await invoiceFor({ ...added, ...abroad })
    expect(sepa.read?.code?.split('\n')).toContain('EUR7.00')
  })

  it('is printed on the receipt', async () => {
    const { read } = await receiptFor({ ...added, status: 'paid' })
    const text = read.text.replaceAll('\u00a0', ' ')
    for (const part of ['CHF 21.00', 'Schon bezahlt', 'CHF 14.00', 'Noch zu zahlen', 'CHF 7.00']) {
      expect(text).toContain(part)
    }
  })
})

describe('an invoice in euros from abroad', () => {
  it('has the code of a SEPA credit transfer', async () => {
    const { read } = await invoiceFor({ refno: refnoOf(77), country: 'DE', currency: 'EUR' })
    const reference = creditorReference(refnoOf(77))
    expect(read?.code?.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', 'POFICHBEXXX', 'Verein Letterlend', IBAN, 'EUR7.00'],
      ...['', reference],
    ])
    expect(read?.text).toContain('BIC POFICHBEXXX')
    expect(read?.text).not.toContain('Empfangsschein')
  })

  it('does not exist if there is only a QR-IBAN', async () => {
    const seller = { ...INVOICE, sepaIban: undefined }
    expect((await invoiceFor({ country: 'DE', currency: 'EUR' }, seller)).file).toBeNull()
  })
})

describe('a receipt or invoice', () => {
  it.each([
    ['de', 'Quittung', 'Stickerbogen', 'Spende', '5. März 2026'],
    ['en', 'Receipt', 'Sticker sheet', 'Donation', '5 March 2026'],
    ['fr', 'Quittance', 'Planche d’autocollants', 'Don', '5 mars 2026'],
  ] as const)('%s: shows what was paid and when', async (lang, title, thing, donation, date) => {
    const fields = { lang, donation_cents: 450, payment_method: 'stripe' } as const
    const { read, refno } = await receiptFor(fields)
    const text = read.text.replaceAll('\u00a0', ' ')
    for (const part of [title, thing, donation, date, formatRefno(refno), '11.50', 'Ada Muster'])
      expect(text).toContain(part.replaceAll('\u00a0', ' '))
    expect(text).toContain('Verein Letterlend')
    expect(read.code).toBeNull()
  })

  it('names the community if no seller is configured', async () => {
    const { read } = await receiptFor({ lang: 'en', payment_method: 'sandbox' }, null)
    expect(read.text).toContain('Letterlend\n')
    expect(read.text).toContain('no money has moved')
    expect(read.text).not.toContain('Musterweg')
  })

  it('is tagged for screen readers and embeds its fonts', async () => {
    for (const { file } of [await receiptFor({ lang: 'fr' }), await invoiceFor({ lang: 'fr' })]) {
      const source = file?.toString('latin1') ?? ''
      expect(source).toMatch(/\/Lang \(fr\)/)
      expect(source).toMatch(/\/Marked true/)
      for (const type of ['H1', 'Table', 'TH', 'TD']) expect(source).toContain(`/S /${type}`)
      const fonts = source.match(/\/Type \/FontDescriptor/g) ?? []
      expect(fonts.length).toBeGreaterThanOrEqual(3)
      expect(source.match(/\/FontFile[23] /g)).toHaveLength(fonts.length)
      expect(source).not.toMatch(/\/BaseFont \/Helvetica/)
    }
  })

  it('has room for the longest values that the form accepts', async () => {
    const long = (text: string, length: number) => text.repeat(200).slice(0, length).trim()
    const { read } = await invoiceFor({
      lang: 'fr',
      product_id: 4,
      amount: 100_000,
      piece_cents: 350,
      price_cents: 35_000_000,
      firstname: long('Maximiliana', 100),
      lastname: long('von und zu ', 100),
      address: long('Rhabarberbarbara', 200),
      address_addition: long('c/o Łąka ', 200),
      postcode: long('1234', 20),
      city: long('Llanfairpwllgwyngyll', 100),
    })
    if (!read) throw new Error('There is no invoice')
    expect(read.pages).toBe(2)
    expect(read.extent.right).toBeLessThanOrEqual(PAGE.width - 14)
    expect(read.extent.left).toBeGreaterThanOrEqual(14)
    expect(read.extent.bottom).toBeLessThanOrEqual(842 - 14)
    expect(read.text.replace(/\s/g, '')).toContain('c/oŁąka')
    expect(read.code).toContain('350000.00')
    const receipt = await receiptFor({ lastname: long('Wąsik', 100), address: long('Weg ', 200) })
    expect(receipt.read.extent.right).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 1)
  })
})

const get = (path: 'receipt' | 'invoice', id: string, token?: string) =>
  test.app.inject({
    url: `${API_BASE}/orders/${path}?order_id=${id}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

describe('GET /orders/receipt and GET /orders/invoice', () => {
  it('return a file to the customer and to administrators', async () => {
    const [owner, other, admin] = [
      await createUser(orm()),
      await createUser(orm()),
      await createUser(orm(), { role_id: 3 }),
    ]
    const paid = await createOrder(orm(), { user_id: owner.id, status: 'paid', lang: 'en' })
    await orm()
      .insert(order_events)
      .values({
        order_id: paid.id,
        status: 'paid',
        actor: 'payment',
        created_at: new Date('2025-02-03T10:00:00Z'),
      })
    const waiting = await createOrder(orm(), { user_id: owner.id, lang: 'en' })
    const answer = await get('receipt', paid.id, owner.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="Receipt-${paid.refno}.pdf"`,
    })
    expect(readPdf(answer.rawPayload).text).toContain('3 February 2025')
    expect(
      (await get('invoice', waiting.id, admin.token)).rawPayload.subarray(0, 5).toString(),
    ).toBe('%PDF-')
    const statuses = [
      await get('receipt', paid.id, admin.token),
      await get('receipt', paid.id, other.token),
      await get('receipt', paid.id),
      await get('receipt', waiting.id, owner.token),
      await get('invoice', paid.id, owner.token),
      await get('invoice', 'none', owner.token),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 404, 401, 404, 404, 404])
  })
})

it('an invoice keeps its date and its due date, however often it is rendered', async () => {
  const later = await createTestApp({ config: { invoice: INVOICE } })
  try {
    const db = later.deps.database.orm
    const { id: user_id, token } = await createUser(db)
    const long = new Date(Date.now() - 100 * DAY_MS)
    const { id } = await createOrder(db, { user_id, lang: 'en', created_at: long })
    const read = async () => {
      const url = `${API_BASE}/orders/invoice?order_id=${id}`
      const headers = { authorization: `Bearer ${token}` }
      return readPdf((await later.app.inject({ url, headers })).rawPayload).text
    }
    const today = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeZone: later.deps.config.timeZone,
    }).format(later.deps.clock())
    const first = await read()
    expect(first).toContain(`Date of invoice: ${today}`)
    later.advance(10 * DAY_MS)
    expect(await read()).toBe(first)
  } finally {
    await later.close()
  }
})

describe('POST /orders/requestInvoice', () => {
  const request = (
    { id, refno }: { id: string; refno: string },
    as?: string,
    at = test,
    more: { key?: string; again?: boolean; payment_amount?: number } = {},
  ) => at.call(ordersApi.requestInvoice, { body: { id, refno, ...more }, as })

  it('mails the invoice once, and again at most three times a day', async () => {
    const key = crypto.randomUUID()
    const fields = { email: 'invoiced@example.org', lang: 'en', request_id: key } as const
    const order = await createOrder(orm(), fields)
    const ask = async (again?: boolean) =>
      (await request(order, undefined, test, { key, again })).status
    const clicks = await Promise.all([ask(), ask(), ask()])
    expect([...clicks, await ask()]).toEqual([204, 204, 204, 204])
    const mailed = async () =>
      (await test.mails()).filter(({ recipient }) => recipient === order.email)
    const mails = await mailed()
    expect(mails).toHaveLength(1)
    const [file] = mails[0]?.attachments ?? []
    expect(file?.filename).toBe(`Invoice-${order.refno}.pdf`)
    expect(readPdf(Buffer.from(file?.base64 ?? '', 'base64')).code).toContain('SPC')
    const [row] = await orm().select().from(orders).where(eq(orders.id, order.id))
    expect(row?.payment_method).toBe('invoice')
    const shown = await test.app.inject({ url: `/dev/mail/${mails[0]?.id}/attachments/0` })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'application/pdf'])
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await ask(true))
    expect(answers).toEqual([204, 204, 204, 429])
    expect(await mailed()).toHaveLength(4)
  })

  it('mails an invoice about the amount due after a correction, at most three times a day', async () => {
    const key = crypto.randomUUID()
    const fields = {
      email: 'added@example.org',
      request_id: key,
      payment_method: 'stripe',
    } as const
    const money = { price_cents: 1400, amount: 2, paid_cents: 700, owing_cents: 700 }
    const order = await createOrder(orm(), { ...fields, ...money, status: 'paid' })
    const answers = []
    for (let i = 0; i < 4; i++)
      answers.push((await request(order, undefined, test, { key })).status)
    expect(answers).toEqual([204, 204, 204, 429])
    const mails = (await test.mails()).filter(({ recipient }) => recipient === order.email)
    const file = Buffer.from(mails[0]?.attachments[0]?.base64 ?? '', 'base64')
    expect(readPdf(file).code?.split('\n')).toContain('7.00')
    const [row] = await orm().select().from(orders).where(eq(orders.id, order.id))
    expect(row?.payment_method).toBe('stripe')
  })

  it('returns 409 if the amount differs from the one on the page', async () => {
    const key = crypto.randomUUID()
    const fields = { email: 'another@example.org', donation_cents: 300, request_id: key }
    const order = await createOrder(orm(), fields)
    const { error } = await request(order, undefined, test, { key, payment_amount: 7 })
    expect([error.code, error.current]).toMatchObject(['amount_changed', { payment_amount: 10 }])
    expect((await test.mails()).some(({ recipient }) => recipient === order.email)).toBe(false)
    expect((await request(order, undefined, test, { key, payment_amount: 10 })).status).toBe(204)
  })

  it('cancels the payment reminder', async () => {
    const key = crypto.randomUUID()
    const email = 'no-reminder@example.org'
    const { body } = await test.call(ordersApi.store, {
      body: {
        firstname: 'Zoë',
        lastname: 'Keller',
        email,
        lang: 'en',
        request_id: key,
        address: 'Rue 1',
        postcode: '1000',
        city: 'Lausanne',
        country: 'CH',
        amount: 1,
      },
    })
    await request(body.order_info, undefined, test, { key })
    await test.deps.database.query(
      `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
    )
    const mails = (await test.mails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['The invoice for your order'])
  })

  it('refuses the order of another account, a paid order, and all orders while invoices are off', async () => {
    const [owner, other] = [await createUser(orm()), await createUser(orm())]
    const order = await createOrder(orm(), { user_id: owner.id })
    const key = crypto.randomUUID()
    const paid = await createOrder(orm(), { status: 'paid', request_id: key })
    expect((await request(order)).status).toBe(404)
    expect((await request(order, other.token)).status).toBe(404)
    expect((await request({ ...order, refno: refnoOf(3) }, owner.token)).status).toBe(404)
    expect((await request(paid)).status).toBe(404)
    expect((await request(paid, undefined, test, { key })).error.code).toBe('not_payable')
    const without = await createTestApp({ sharing: test, config: { invoice: undefined } })
    expect((await request(order, owner.token, without)).error.code).toBe('payment_unavailable')
    expect((await without.call(configApi.get)).body.invoice_currencies).toEqual([])
    expect((await test.call(configApi.get)).body.invoice_currencies).toEqual(['CHF', 'EUR'])
    await without.close()
  })
})

it('an order with the payment method invoice sends the invoice at once', async () => {
  const { body } = await test.call(ordersApi.store, {
    body: {
      firstname: 'Zoë',
      lastname: 'Keller',
      email: 'atonce@example.org',
      lang: 'fr',
      address: 'Rue 1',
      postcode: '1000',
      city: 'Lausanne',
      country: 'CH',
      amount: 1,
      payment_method: 'invoice',
    },
  })
  const mails = (await test.mails()).filter(({ recipient }) => recipient === 'atonce@example.org')
  expect(mails.map(({ subject }) => subject)).toEqual(['La facture de votre commande'])
  expect(mails[0]?.attachments[0]?.filename).toBe(`Facture-${body.order_info.refno}.pdf`)
})

describe('over SMTP', () => {
  let sink: MailSink
  let posting: TestApp
  beforeAll(async () => {
    sink = await startMailSink()
    posting = await createTestApp({ config: { invoice: INVOICE, smtpUrl: sink.url } })
  })
  afterAll(async () => {
    await posting.close()
    await sink.close()
  })

  it('a confirmed reseller gets the invoice, and a payer gets the receipt', async () => {
    const db = posting.deps.database.orm
    const reseller = { product_id: 4, amount: 100, piece_cents: 390, price_cents: 39_000 }
    const { id, refno } = await createOrder(db, { ...reseller, status: 'pending_confirmation' })
    for (const status of ['pending_payment', 'paid'] as const) {
      await db.transaction(async (tx) => {
        const full = await lockOrder(tx, id)
        const by = { actor: 'admin', user_id: null, now: new Date() } as const
        if (full) await changeStatus(tx, posting.deps, full, status, by)
      })
      await posting.deps.mails.drain()
    }
    const files = sink.received.map(({ email }) => email.attachments[0])
    expect(files.map((file) => [file?.filename, file?.mimeType])).toEqual([
      [`Rechnung-${refno}.pdf`, 'application/pdf'],
      [`Quittung-${refno}.pdf`, 'application/pdf'],
    ])
    const [invoice] = files
    expect(readPdf(Buffer.from(invoice?.content as ArrayBuffer)).code).toContain('390.00')
  })
})
