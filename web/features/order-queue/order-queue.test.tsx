import type { AdminOrder, AdminOrderRow, OrderEvent } from '@letterlend/contract/admin-orders.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { OrderQueueScreen } from './order-queue-screen.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const row: AdminOrderRow = {
  ...{ id: ID, refno: '123456785', version: 1, note: '', attention: false },
  product: { id: 1, name: 'Stickerbogen', name_en: 'Sticker sheet', name_fr: 'Planche', price: 7 },
  ...{ amount: 2, price_per_piece: 7, price: 14, donation: 0, payment_amount: 14 },
  ...{ payment_currency: 'CHF', payment_method: 'stripe', order_status: { name: 'paid' } },
  ...{ order_date: '2026-01-02T03:04:05.000Z', lang: 'en', firstname: 'Ada', lastname: 'Muster' },
  ...{ email: 'ada@example.org', address: 'Weg 1', address_addition: null, postcode: '8004' },
  ...{ city: 'Zürich', country: 'CH', ideas: '', show_on_map: null },
}
const event: OrderEvent = {
  ...{ at: '2026-01-02T03:04:05.000Z', by: null, refunded: null, noted: false },
  status: 'paid',
  actor: 'payment',
}
const whole: AdminOrder = {
  ...row,
  ...{ user_id: null, history: [event], payments: [], refunds: [] },
  ...{ refunded: 0, refundable: 14, has_parcel: true },
}
/** As another administrator has left it. */
const shipped: AdminOrder = {
  ...whole,
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
const counts = { pending_confirmation: 0, pending_payment: 0, paid: 2, processed: 0, cancelled: 0 }
const list = { rows: [row, { ...row, id: OTHER, refno: '987654323' }], total: 2, counts }

const show = (answers: Parameters<typeof answeringFetch>[0], path: string) => {
  const api = answeringFetch(answers)
  vi.stubGlobal('fetch', api.fetch)
  const routes = (
    <Routes>
      <Route path="/admin/orders/:id?" element={<OrderQueueScreen />} />
    </Routes>
  )
  return { api, shown: renderInApp(routes, path) }
}

beforeEach(() => localStorage.setItem('letterlend.token', 'token'))
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the queue', () => {
  it('does the same to the chosen orders, and says which could not be done', async () => {
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
    const sent = api.calls.find(({ name }) => name === 'POST /admin/orders/bulk')
    expect(sent?.body).toEqual({
      act: 'ship',
      orders: [
        { id: ID, version: 1 },
        { id: OTHER, version: 1 },
      ],
    })
  })
})

describe('an order', () => {
  it('of a membership has nothing to ship', async () => {
    const membership = { ...whole, has_parcel: false, product: { ...row.product, id: 3 } }
    await show({ 'GET /admin/orders/byId': () => ({ body: membership }) }, `/admin/orders/${ID}`)
      .shown
    expect(await screen.findByRole('button', { name: 'Cancel the order' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull()
  })

  it('that somebody else has shipped shows what they did, and that nothing was overwritten', async () => {
    const { shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: whole }),
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

  it('keeps a note that was typed while somebody else was quicker', async () => {
    const { shown } = show(
      {
        'GET /admin/orders/byId': () => ({ body: whole }),
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
})
