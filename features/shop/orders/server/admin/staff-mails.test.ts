import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOrder,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { unmatched_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { adminOrdersApi } from '../../contract.admin.ts'
import { refundsApi } from '../../paying/contract.admin.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await keepProved(orm(), await createUser(orm(), { role_id: 3, lang: 'en' }))
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Order = Awaited<ReturnType<typeof createOrder>>
type Fields = Parameters<typeof createOrder>[1]

let people = 0
const order = (lang: Language, fields: Fields = {}) =>
  createOrder(orm(), { lang, email: `told${people++}@example.org`, ...fields })
const versionOf = async ({ id }: Order) => {
  const { body } = await test.call(adminOrdersApi.byId, { query: { id }, as: admin.token })
  return body.version
}
const mailsTo = async ({ email }: Order) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)

const step = (name: 'confirm' | 'ship' | 'unship' | 'cancel' | 'remind') => async (of: Order) =>
  test.call(adminOrdersApi[name], {
    body: { id: of.id, version: await versionOf(of) },
    as: admin.token,
  })
const pay = ({ id }: Order) =>
  test.call(bankStatementsApi.recordPayment, {
    body: { id, amount: 7, received_on: '2026-01-05' },
    as: admin.token,
  })

/** Actions of the staff, the order, earlier actions, and the mail that the customer gets. */
const ACTS: {
  name: string
  /** Subject of that mail in English; null if no mail is sent. */
  told: string | null
  fields?: Fields
  before?: ((of: Order) => Promise<unknown>)[]
  act: (of: Order) => Promise<{ status: number }>
}[] = [
  {
    name: 'confirming',
    told: 'Your order is confirmed',
    fields: {
      product_id: 4,
      amount: 20,
      piece_cents: 450,
      price_cents: 9000,
      status: 'pending_confirmation',
    },
    act: step('confirm'),
  },
  { name: 'recording a payment', told: 'Your payment has arrived', act: pay },
  {
    name: 'assigning a payment of the bank',
    told: 'Your payment has arrived',
    async act({ refno }) {
      const [row] = await orm()
        .insert(unmatched_payments)
        .values({
          entry_key: randomUUID(),
          amount_cents: 700,
          currency: 'CHF',
          reason: 'no_reference',
          text: '',
          payer: '',
        })
        .returning()
      const body = { id: row?.id ?? '', version: 0, refno }
      return test.call(bankStatementsApi.assign, { body, as: admin.token })
    },
  },
  {
    name: 'shipping',
    told: 'Your order is on its way',
    fields: { status: 'paid' },
    act: step('ship'),
  },
  {
    name: 'taking back that it was shipped',
    told: 'Your order is still with us',
    fields: { status: 'paid' },
    before: [step('ship')],
    act: step('unship'),
  },
  { name: 'reminding', told: 'Your order is still waiting to be paid', act: step('remind') },
  {
    name: 'correcting',
    told: 'Your order was corrected',
    act: async (of) =>
      test.call(adminOrdersApi.correct, {
        body: { id: of.id, version: await versionOf(of), city: 'Bern' },
        as: admin.token,
      }),
  },
  { name: 'cancelling', told: 'Your order has been cancelled', act: step('cancel') },
  {
    name: 'giving money back',
    told: 'You get your money back',
    before: [pay],
    act: ({ id }) =>
      test.call(refundsApi.refund, {
        body: { id, amount: 7, request_id: randomUUID() },
        as: admin.token,
      }),
  },
  {
    name: 'noting something',
    told: null,
    act: async (of) =>
      test.call(adminOrdersApi.note, {
        body: { id: of.id, version: await versionOf(of), note: 'Called' },
        as: admin.token,
      }),
  },
]

describe.each(ACTS)('$name', ({ told, fields, before = [], act }) => {
  it.each(LANGUAGES)('sends its one mail, if any, in %s and to the customer only', async (lang) => {
    const of = await order(lang, fields)
    for (const each of before) {
      await each(of)
      await mailsTo(of)
    }
    const all = (await test.mails()).length
    expect([(await act(of)).status]).toEqual([200])
    const mails = (await test.mails()).slice(all)
    if (told === null) return expect(mails).toEqual([])
    expect(mails.map(({ recipient }) => recipient)).toEqual([of.email])
    const [mail] = mails
    expect(mail?.html).toContain(`lang="${lang}"`)
    if (lang === 'en') expect(mail?.subject).toBe(told)
    else expect(mail?.subject).not.toBe(told)
    // Repeating the action sends no second mail.
    await act(of)
    expect((await test.mails()).slice(all + 1)).toEqual([])
  })
})
