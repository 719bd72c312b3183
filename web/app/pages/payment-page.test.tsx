import type { Order } from '@letterlend/contract/order-info.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testOrder } from '../../testing/order.ts'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { OrderStepFive } from './order-step-five.tsx'
import { PaymentPage } from './payment-page.tsx'

type Status = Order['order_status']['name']

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

async function show(
  answer: { status?: number; body?: unknown },
  path = '/order/payment?orderId=1',
) {
  const paid = { yes: false }
  const api = answeringFetch({
    'GET /config': () => ({ body: { payment_providers: ['sandbox'], brand: { name: 'L' } } }),
    'GET /payment/status': () => ({ body: { status: 'unpaid' } }),
    'POST /payment/stripe/chargePayment': () => {
      paid.yes = true
      return { body: { status: 'success' } }
    },
    'GET /orders/loadById': () =>
      paid.yes ? { body: testOrder({ order_status: { name: 'paid' } }) } : answer,
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Routes>
      <Route path="/order/payment" element={<PaymentPage />} />
      <Route path="/order/StepFive" element={<OrderStepFive />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    path,
  )
  return userEvent.setup()
}
const order = (name: Status) => ({ body: testOrder({ order_status: { name } }) })

afterEach(() => vi.unstubAllGlobals())

describe('the payment page', () => {
  it('shows what an order costs, and leads to the thanks once it is paid', async () => {
    const user = await show(order('pending_payment'))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Pay for your order')
    expect(screen.getByRole('table')).toHaveTextContent(/Sheet of stickers2CHF\s7.00CHF\s14.00/)
    expect(screen.getByText(/Order 123\s456\s789/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /Test payment/ }))
    await user.click(await screen.findByRole('button', { name: /^Pay/ }))
    const { id } = testOrder()
    expect(await screen.findByText(`at /order/thank_you?orderId=${id}`)).toBeVisible()
  })

  it.each([
    ['pending_confirmation', 'We look at this order first'],
    ['paid', 'Thank you, your order is paid'],
    ['processed', 'Thank you, your order is paid'],
    ['cancelled', 'This order was cancelled'],
  ] as const)('says how an order stands that is not to be paid: %s', async (status, title) => {
    await show(order(status))
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    [404, '/order/payment?orderId=1'],
    [400, '/order/payment?orderId=nonsense'],
    [200, '/order/payment'],
  ])('knows no such order: %i', async (status, path) => {
    await show({ status, body: { code: status === 404 ? 'not_found' : 'bad_request' } }, path)
    expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible()
    expect(screen.getByRole('link')).toHaveAttribute('href', '/order')
  })

  it('can be asked for again where the server is broken', async () => {
    await show({ status: 500, body: { code: 'internal' } })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('is step five of the order that was begun here, or there is none to pay', async () => {
    await show(order('paid'), '/order/StepFive')
    expect(await screen.findByText('at /order')).toBeVisible()
  })
})
