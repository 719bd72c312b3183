import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { type AdminOrder, type OrderEvent, PROVIDER_GONE } from '../../../contract.admin.ts'
import { formatRefno, refnoOf } from '../../../refno.ts'
import { testOrderRow } from './order-queue.fixtures.ts'
import { OrderQueueScreen } from './order-queue-screen.tsx'
import { UnmatchedList } from './unmatched-list.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const row = testOrderRow({ id: ID })
const event: OrderEvent = {
  at: '2026-01-02T03:04:05.000Z',
  by: null,
  refunded: null,
  noted: false,
  received: null,
  reminded: false,
  corrected: null,
  corrected_currency: null,
  status: 'paid',
  actor: 'payment',
}
const fullOrder: AdminOrder = {
  ...row,
  user_id: null,
  history: [event],
  payments: [],
  refunds: [],
  disputes: [],
  refunded: 0,
  refundable: 14,
  has_parcel: true,
}
/** The order after another administrator's change. */
const shipped: AdminOrder = {
  ...fullOrder,
  version: 2,
  order_status: { name: 'processed' },
  history: [
    event,
    { ...event, status: 'processed', actor: 'admin', by: { id: OTHER, name: 'Nino Frei' } },
  ],
}
const meanwhile = {
  status: 409,
  body: { code: 'changed_meanwhile', message: '', current: shipped },
}
const counts = {
  pending_confirmation: 0,
  pending_payment: 0,
  paid: 2,
  processed: 0,
  awaited: 0,
  refunded: 0,
  cancelled: 0,
}
const list = { rows: [row, { ...row, id: OTHER, refno: '987654323' }], total: 2, counts }

const ADMIN = testUser({ tasks: [...TASKS] })
type Answers = Parameters<typeof answeringFetch>[0]
const show = (answers: Answers, path: string, user = ADMIN) => {
  const api = answeringFetch({ 'GET /users/userinfo': () => ({ body: user }), ...answers })
  vi.stubGlobal('fetch', api.fetch)
  const routes = (
    <Routes>
      <Route path="/admin/orders/:id?" element={<OrderQueueScreen />} />
    </Routes>
  )
  const known = () => expect(queryClient.getQueryData(USERINFO_KEY)).toBeDefined()
  return {
    api,
    shown: renderInApp(routes, path).then(async (rendered) => {
      await waitFor(known)
      return rendered
    }),
  }
}

beforeEach(() => localStorage.setItem('letterlend.token', 'token'))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the queue', () => {
  it('changes all selected orders and lists those that failed', async () => {
    const results = [
      { id: ID, refno: row.refno, outcome: 'done' },
      { id: OTHER, refno: '987654323', outcome: 'changed_meanwhile' },
    ]
    const { api, shown } = show(
      {
        'GET /admin/orders': () => ({ body: list }),
        'POST /admin/orders/bulk': () => ({ body: { results } }),
      },
      '/admin/orders',
    )
    await shown
    await userEvent.click(await screen.findByRole('checkbox', { name: /all rows/i }))
    await userEvent.click(screen.getByRole('button', { name: 'Mark 2 as shipped' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark 2 as shipped' }))
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Somebody has changed it meanwhile')
    expect(failed).toHaveTextContent(/987.654.323/)
    expect(failed).not.toHaveTextContent(/123.456.785/)
    const bulkCall = api.calls.find(({ name }) => name === 'POST /admin/orders/bulk')
    expect(bulkCall?.body).toEqual({
      act: 'ship',
      orders: [
        { id: ID, version: 1 },
        { id: OTHER, version: 1 },
      ],
    })
  })
})

it('says that only 100 of 120 orders can be selected', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => ({
    ...row,
    id: `${ID.slice(0, -3)}${100 + i}`,
    refno: `${100_000_000 + i}`,
  }))
  await show(
    { 'GET /admin/orders': () => ({ body: { rows, total: 120, counts } }) },
    '/admin/orders',
  ).shown
  await userEvent.click(await screen.findByRole('checkbox', { name: /all rows/i }))
  expect(await screen.findByText(/^100 of 120 chosen: no more can be done at once/)).toBeVisible()
})

describe('an order', () => {
  it('shows refunds made elsewhere and disputes, and never asks the staff to transfer them', async () => {
    const money = { currency: 'CHF', created_at: event.at, settled_at: null } as const
    const refund = { ...money, by_bank: false, note: '', refusal: null, by: null }
    const odd: AdminOrder = {
      ...fullOrder,
      refunds: [
        { ...refund, id: ID, amount: 14, status: 'overtaken', outside: false },
        { ...refund, id: OTHER, amount: 4, status: 'succeeded', outside: true },
      ],
      disputes: [
        {
          ...money,
          id: ID,
          provider: 'stripe',
          amount: 10,
          status: 'open',
          reason: 'fraudulent',
          answer_by: '2026-02-03T12:00:00.000Z',
        },
      ],
    }
    const answers = { 'GET /admin/orders/byId': () => ({ body: odd }) }
    await show(answers, `/admin/orders/${ID}`).shown
    expect(await screen.findByText(/not done: the provider had given money back/)).toBeVisible()
    expect(screen.getByText(/It is recorded: do not give it back again/)).toBeVisible()
    expect(screen.getByText(/Answer at the provider and transfer nothing/)).toBeVisible()
    expect(screen.getByText(/Answer at the provider by .*2026/)).toBeVisible()
    expect(screen.queryByText(/transfer it yourself/)).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Settled' })).toHaveLength(2)
  })

  describe('that is paid and then cancelled', () => {
    const card: AdminOrder['payments'][number] = {
      id: OTHER,
      provider: 'stripe',
      status: 'succeeded',
      amount: 14,
      currency: 'CHF',
      created_at: event.at,
      updated_at: event.at,
      note: '',
      told: null,
      settled_at: null,
    }
    const cancelled: AdminOrder = {
      ...fullOrder,
      version: 2,
      order_status: { name: 'cancelled' },
      attention: true,
    }
    const open = async (payments: AdminOrder['payments'], refund: object) => {
      const { api, shown } = show(
        {
          'GET /admin/orders/byId': () => ({ body: { ...fullOrder, payments } }),
          'POST /admin/orders/cancel': () => ({ body: { ...cancelled, payments } }),
          'POST /admin/orders/refund': () => refund as never,
        },
        `/admin/orders/${ID}`,
      )
      await shown
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }))
      return { api, dialog: within(await screen.findByRole('dialog')) }
    }
    const refunded = {
      body: {
        refund: {
          id: OTHER,
          amount: 14,
          currency: 'CHF',
          status: 'succeeded',
          by_bank: false,
          created_at: event.at,
        },
        refunded: 14,
        refundable: 0,
      },
    }
    const postCalls = (api: Awaited<ReturnType<typeof open>>['api']) =>
      api.calls.filter(({ name }) => name.startsWith('POST')).map(({ name, body }) => [name, body])

    it('is refunded at once, with the version after the cancellation', async () => {
      const { api, dialog } = await open([card], refunded)
      expect(dialog.getByText(/CHF\s14.00\.$/)).toBeVisible()
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel and give back' }))
      await waitFor(() => expect(postCalls(api)).toHaveLength(2))
      const request_id = expect.any(String)
      expect(postCalls(api)).toEqual([
        ['POST /admin/orders/cancel', { id: ID, version: 1 }],
        ['POST /admin/orders/refund', { id: ID, version: 2, amount: 14, request_id }],
      ])
    })

    it('and was paid by bank is not refunded unless the admin ticks the box', async () => {
      const { api, dialog } = await open([], refunded)
      const box = dialog.getByRole('checkbox', { name: /^I transfer CHF.14.00 back$/ })
      expect(box).not.toBeChecked()
      expect(box).toHaveAccessibleDescription(/stays under “Look at payment”/)
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(postCalls(api)).toEqual([['POST /admin/orders/cancel', { id: ID, version: 1 }]])
    })
  })

  it('that is cancelled and still holds money says so, and a failed refund has no minus sign', async () => {
    const refund = {
      ...({ currency: 'CHF', created_at: event.at, settled_at: event.at, outside: false } as const),
      by_bank: false,
      note: '',
      refusal: null,
      by: null,
    }
    const cancelledOrder: AdminOrder = {
      ...fullOrder,
      order_status: { name: 'cancelled' },
      attention: true,
      refundable: 9,
      payments: [
        {
          id: ID,
          provider: 'bank',
          status: 'succeeded',
          amount: 14,
          currency: 'CHF',
          created_at: event.at,
          updated_at: event.at,
          note: '',
          told: null,
          settled_at: null,
        },
      ],
      refunds: [
        { ...refund, id: ID, amount: 3, status: 'overtaken' },
        { ...refund, id: OTHER, amount: 5, status: 'succeeded' },
      ],
    }
    await show(
      { 'GET /admin/orders/byId': () => ({ body: cancelledOrder }) },
      `/admin/orders/${ID}`,
    ).shown
    expect(await screen.findByText(/CHF\s9.00 of it are still with you/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Settled' })).toBeVisible()
    expect(screen.getByText(/^CHF\s3.00$/)).toBeVisible()
    expect(screen.getByText(/^−CHF\s5.00$/)).toBeVisible()
  })

  it('that gets a payment of another amount assigned shows what can be done instead', async () => {
    const payment = {
      ...{ id: OTHER, version: 0, state: 'open', reason: 'other_amount', text: '', payer: 'Ada' },
      ...{ amount: 9, currency: 'CHF', received_on: '2026-01-02', refno: refnoOf(1), order_id: ID },
      ...{ assigned: null, note: '', created_at: event.at, settled_at: null, settled_by: null },
    }
    const states = { open: 1, assigned: 0, returned: 0, set_aside: 0 }
    const errors = { refno: ['errors.validation.otherAmount'] }
    const answers = {
      'GET /admin/bankStatements/unmatched': () => ({
        body: { rows: [payment], total: 1, counts: states },
      }),
      'GET /admin/orders': () => ({
        body: {
          ...list,
          rows: [
            { ...row, to_pay: 14 },
            { ...row, id: OTHER, refno: refnoOf(5), to_pay: 9 },
          ],
        },
      }),
      'POST /admin/bankStatements/assign': () => ({
        status: 422,
        body: { code: 'validation', message: '', errors },
      }),
    }
    vi.stubGlobal('fetch', answeringFetch(answers).fetch)
    await renderInApp(<UnmatchedList />, '/admin/orders/matching')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    const dialog = await screen.findByRole('dialog')
    // Among unpaid orders, the one with the payment's amount comes first.
    const choices = await within(dialog).findAllByRole('button', { name: /^Choose order/ })
    expect(choices.map((choice) => choice.getAttribute('aria-label')?.replace(/\s/g, ' '))).toEqual(
      [`Choose order ${formatRefno(refnoOf(5)).replace(/\s/g, ' ')}`, 'Choose order 123 456 785'],
    )
    await user.click(choices[0] ?? dialog)
    const number = within(dialog).getByRole('textbox', { name: 'Order number or name' })
    expect(number).toHaveDisplayValue(formatRefno(refnoOf(5)))
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
    expect(await within(dialog).findByText(/If the order is smaller, correct it/)).toBeVisible()
  })

  it('that was fully refunded says so and cannot be shipped', async () => {
    const order: AdminOrder = { ...fullOrder, is_refunded: true, has_parcel: false }
    await show({ 'GET /admin/orders/byId': () => ({ body: order }) }, `/admin/orders/${ID}`).shown
    expect(await screen.findByText('Refunded')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull()
  })

  it('with a refund that a removed provider cannot make says what to do', async () => {
    const refund = {
      ...({ id: ID, amount: 7, currency: 'CHF', status: 'refused', outside: false } as const),
      created_at: event.at,
      settled_at: null,
      by_bank: false,
      note: '',
      refusal: PROVIDER_GONE,
      by: null,
    }
    const order: AdminOrder = { ...fullOrder, attention: true, refunds: [refund] }
    await show({ 'GET /admin/orders/byId': () => ({ body: order }) }, `/admin/orders/${ID}`).shown
    expect(await screen.findByText(/^This payment provider is no longer set up here/)).toBeVisible()
    expect(screen.queryByText(PROVIDER_GONE)).toBeNull()
    expect(screen.getByRole('button', { name: 'Settled' })).toBeVisible()
  })

  it.each([
    ['shipping', ['Mark as shipped', 'Packing slip'], ['Give money back'], true],
    ['treasury', ['Give money back'], ['Mark as shipped', 'Packing slip'], false],
  ] as const)('shows %s only its own actions', async (task, own, others, sendsParcels) => {
    const user = testUser({ tasks: [task] })
    await show(
      { 'GET /admin/orders/byId': () => ({ body: fullOrder }) },
      `/admin/orders/${ID}`,
      user,
    ).shown
    for (const name of own) expect(await screen.findByRole('button', { name })).toBeVisible()
    for (const name of others) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText('Address') !== null).toBe(sendsParcels)
  })

  it('of a membership cannot be shipped', async () => {
    const membership = { ...fullOrder, has_parcel: false, product: { ...row.product, id: 3 } }
    await show({ 'GET /admin/orders/byId': () => ({ body: membership }) }, `/admin/orders/${ID}`)
      .shown
    expect(await screen.findByRole('button', { name: 'Cancel the order' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull()
  })

  it('that another admin has shipped shows that step and is not overwritten', async () => {
    const { shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: fullOrder }),
        'POST /admin/orders/ship': () => meanwhile,
      },
      `/admin/orders/${ID}`,
    )
    await shown
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as shipped' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as shipped' }))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Somebody was quicker')
    expect(notice).toHaveTextContent('Shipped · Nino Frei')
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).not.toBeInTheDocument()
  })

  it('with a disputed payment asks for confirmation before it is shipped', async () => {
    const disputed = { ...fullOrder, is_disputed: true }
    const { shown, api } = show(
      {
        'GET /admin/orders/byId': () => ({ body: disputed }),
        'POST /admin/orders/ship': () => ({ body: shipped }),
      },
      `/admin/orders/${ID}`,
    )
    await shown
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as shipped' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('alert')).toHaveTextContent(/The payment is disputed/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as shipped' }))
    const sent = api.calls.find(({ name }) => name === 'POST /admin/orders/ship')
    expect(sent?.body).toMatchObject({ despite_dispute: true })
  })

  it('shows the cost of a correction before it can be sent', async () => {
    const answers = {
      'GET /admin/orders/byId': () => ({ body: fullOrder }),
      'GET /admin/orders/correctionCost': () => {
        const cost = { currency: 'CHF', before: 14, total: 21, paid: 14, to_pay: 7 }
        return { body: { ...cost, returning: 0, to_give_back: 0 } }
      },
    }
    await show(answers, `/admin/orders/${ID}`).shown
    await userEvent.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = within(await screen.findByRole('dialog'))
    const send = dialog.getByRole('button', { name: 'Correct' })
    expect(send).not.toHaveAttribute('aria-disabled')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Number of sheets' }), '3')
    expect(send).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
    for (const told of [
      'Paid and still with you: CHF 14.00',
      'Costs CHF 21.00 then, instead of CHF 14.00',
      /^CHF 7.00 are missing then/,
    ]) {
      expect(dialog.getByText(told)).toBeVisible()
    }
  })

  it('is corrected with the changed fields only', async () => {
    const { api, shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: fullOrder }),
        'GET /admin/orders/correctionCost': () => ({
          body: {
            currency: 'CHF',
            before: 14,
            total: 21,
            paid: 14,
            to_pay: 7,
            returning: 0,
            to_give_back: 0,
          },
        }),
        'POST /admin/orders/correct': () => ({ body: { ...fullOrder, city: 'Bern', version: 2 } }),
      },
      `/admin/orders/${ID}`,
    )
    await shown
    await userEvent.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = within(await screen.findByRole('dialog'))
    const city = dialog.getByRole('textbox', { name: /^Town/ })
    await userEvent.clear(city)
    await userEvent.type(city, 'Bern')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Number of sheets' }), '3')
    const send = dialog.getByRole('button', { name: 'Correct' })
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(send)
    await waitFor(() => {
      const call = api.calls.find(({ name }) => name === 'POST /admin/orders/correct')
      const shown = { payment_amount: 21, payment_currency: 'CHF' }
      expect(call?.body).toEqual({ id: ID, version: 1, city: 'Bern', amount: 3, ...shown })
    })
  })

  it('whose correction costs more than shown is not corrected, and the new cost is shown', async () => {
    const cost = { currency: 'CHF', before: 14, total: 21, paid: 14, to_pay: 7 }
    const shownCost = { ...cost, returning: 0, to_give_back: 0 }
    const current = { ...shownCost, total: 24, to_pay: 10 }
    const { api, shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: fullOrder }),
        'GET /admin/orders/correctionCost': () => ({ body: shownCost }),
        'POST /admin/orders/correct': () => ({
          status: 409,
          body: { code: 'amount_changed', message: '', current },
        }),
      },
      `/admin/orders/${ID}`,
    )
    await shown
    await userEvent.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Number of sheets' }), '3')
    const send = dialog.getByRole('button', { name: 'Correct' })
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(send)
    expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing is corrected yet')
    expect(dialog.getByText('Costs CHF 24.00 then, instead of CHF 14.00')).toBeVisible()
    await userEvent.click(send)
    await waitFor(() => {
      const sent = api.calls.filter(({ name }) => name === 'POST /admin/orders/correct')
      expect(sent.map(({ body }) => body)).toMatchObject([
        { payment_amount: 21 },
        { payment_amount: 24 },
      ])
    })
  })

  it('whose currency was corrected shows each donation in the currency it had', async () => {
    const donated: OrderEvent = {
      ...event,
      corrected: [{ field: 'donation', before: 0, after: 1 }],
      corrected_currency: { before: 'CHF', after: 'CHF' },
    }
    const moved: OrderEvent = {
      ...event,
      corrected: [
        { field: 'country', before: 'CH', after: 'DE' },
        { field: 'donation', before: 1, after: 2 },
      ],
      corrected_currency: { before: 'CHF', after: 'EUR' },
    }
    const order: AdminOrder = {
      ...fullOrder,
      payment_currency: 'EUR',
      history: [event, donated, moved],
    }
    await show({ 'GET /admin/orders/byId': () => ({ body: order }) }, `/admin/orders/${ID}`).shown
    expect(await screen.findByText(/Donation CHF 1.00 instead of CHF 0.00/)).toBeVisible()
    expect(
      screen.getByText(
        /Country Germany instead of Switzerland, Donation EUR 2.00 instead of CHF 1.00/,
      ),
    ).toBeVisible()
  })

  it('returns the focus to the button of a dialog, or to its region if the button is gone', async () => {
    let order: AdminOrder = {
      ...fullOrder,
      order_status: { name: 'pending_payment' },
      to_pay: 14,
    }
    const answers = {
      'GET /admin/orders/byId': () => ({ body: order }),
      'POST /admin/orders/recordPayment': () => {
        order = fullOrder
        return { body: fullOrder }
      },
    }
    await show(answers, `/admin/orders/${ID}`).shown
    const button = await screen.findByRole('button', { name: 'Record a payment' })
    await userEvent.click(button)
    const first = within(await screen.findByRole('dialog'))
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Record as paid' }))
    await waitFor(() => expect(button).not.toBeInTheDocument())
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'What is to be done' })).toHaveFocus(),
    )
  })

  it('returns the focus to the button of a refund that was not confirmed', async () => {
    await show({ 'GET /admin/orders/byId': () => ({ body: fullOrder }) }, `/admin/orders/${ID}`)
      .shown
    const button = await screen.findByRole('button', { name: 'Give money back' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('keeps a typed note when another admin was quicker', async () => {
    const { shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: fullOrder }),
        'POST /admin/orders/note': () => meanwhile,
      },
      `/admin/orders/${ID}`,
    )
    await shown
    const field = await screen.findByRole('textbox')
    await userEvent.type(field, 'Called twice')
    await userEvent.click(screen.getByRole('button', { name: 'Save the note' }))
    expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent('Somebody was quicker')
    expect(field).toHaveValue('Called twice')
  })

  it('restores a typed note that was not saved, and says who can read notes', async () => {
    const answers = { 'GET /admin/orders/byId': () => ({ body: fullOrder }) }
    const first = await show(answers, `/admin/orders/${ID}`).shown
    await userEvent.type(await screen.findByRole('textbox'), 'Called twice')
    first.unmount()
    await show(answers, `/admin/orders/${ID}`).shown
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with your changes' }))
    const field = screen.getByRole('textbox')
    expect(field).toHaveValue('Called twice')
    expect(field).toHaveAccessibleDescription(/finds it in the file with their own data/)
  })
})
