import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { OrderStepFive } from './order-step-five.tsx'
import { OrderThanksPage } from './order-thanks-page.tsx'
import { PaymentPage } from './payment-page.tsx'

type Status = Order['order_status']['name']

/** The router's location, which every script of the page could read. */
function Here() {
  return <output>{useLocation().search}</output>
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

async function show(
  answer: { status?: number; body?: unknown },
  path = '/order/payment?orderId=1',
) {
  const paid = { yes: false }
  const invoiced = { yes: false }
  const invoiceRequests: unknown[] = []
  const cancelled: unknown[] = []
  const api = answeringFetch({
    'GET /config': () => ({
      body: {
        payment_providers: ['sandbox'],
        invoice_currencies: ['CHF'],
        brand: { name: 'L' },
      },
    }),
    'GET /payment/status': () => ({ body: { status: 'unpaid' } }),
    'POST /payment/stripe/chargePayment': () => {
      paid.yes = true
      return { body: { status: 'success' } }
    },
    'POST /orders/requestInvoice': (body) => {
      invoiceRequests.push(body)
      invoiced.yes = true
      return { status: 204 }
    },
    'POST /orders/removeByKey': (body) => {
      cancelled.push(body)
      return { status: 204 }
    },
    'GET /orders/loadById': () => {
      if (cancelled.length > 0) return { body: testOrder({ order_status: { name: 'cancelled' } }) }
      if (paid.yes) return { body: testOrder({ order_status: { name: 'paid' } }) }
      return invoiced.yes ? { body: testOrder({ payment_method: 'invoice' }) } : answer
    },
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Routes>
      <Route
        path="/order/payment"
        element={
          <>
            <PaymentPage />
            <Here />
          </>
        }
      />
      <Route path="/order/thank_you" element={<OrderThanksPage />} />
      <Route path="/order/StepFive" element={<OrderStepFive />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    path,
  )
  return { user: userEvent.setup(), invoiceRequests, cancelled }
}
const order = (name: Status) => ({ body: testOrder({ order_status: { name } }) })

afterEach(() => vi.unstubAllGlobals())

describe('the payment page', () => {
  it('shows the total of an order, and thanks after the payment', async () => {
    const { user } = await show(order('pending_payment'))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Pay for your order')
    expect(screen.getByRole('table')).toHaveTextContent(/Sheet of stickers2CHF\s7.00CHF\s14.00/)
    expect(screen.getByText(/Order 123\s456\s789/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /Test payment/ }))
    await user.click(await screen.findByRole('button', { name: /^Pay/ }))
    expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
    expect(screen.getByText('Paid').nextElementSibling).toHaveTextContent(/^CHF\s17.00$/)
  })

  it('removes the key of a mail from the address, and sends it with the request for the invoice', async () => {
    const { user, invoiceRequests } = await show(
      order('pending_payment'),
      '/order/payment?orderId=1&key=c0ffee00-0000-4000-8000-000000000001',
    )
    const button = await screen.findByRole('button', { name: 'Pay by invoice' })
    expect(screen.getByText('?orderId=1')).toBeVisible()
    await user.click(button)
    // The thank-you page explains the next step, and the device has no draft any more.
    expect(await screen.findByText(/The invoice comes by e-mail/)).toBeVisible()
    expect(invoiceRequests).toMatchObject([{ key: 'c0ffee00-0000-4000-8000-000000000001' }])
  })

  it('cancels the order with the key from its mail', async () => {
    const key = 'c0ffee00-0000-4000-8000-000000000002'
    const { user, cancelled } = await show(
      order('pending_payment'),
      `/order/payment?orderId=${testOrder().id}&key=${key}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/there is nothing to pay/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByRole('heading', { name: 'This order was cancelled' })).toBeVisible()
    expect(cancelled).toEqual([{ key }])
  })

  it('offers no cancellation without the key', async () => {
    await show(order('pending_payment'))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Pay for your order')
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  it.each([
    ['pending_confirmation', 'We look at this order first'],
    ['paid', 'Thank you, your order is paid'],
    ['processed', 'Thank you, your order is paid'],
    ['cancelled', 'This order was cancelled'],
  ] as const)('shows the state of an order that cannot be paid: %s', async (status, title) => {
    await show(order(status))
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    [404, '/order/payment?orderId=1'],
    [400, '/order/payment?orderId=nonsense'],
    [200, '/order/payment'],
  ])('says that the order does not exist: %i', async (status, path) => {
    await show({ status, body: { code: status === 404 ? 'not_found' : 'bad_request' } }, path)
    expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible()
    expect(screen.getByRole('link')).toHaveAttribute('href', '/order')
  })

  it('can be retried after a server error', async () => {
    await show({ status: 500, body: { code: 'internal' } })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('redirects step five to the order form if no order was begun here', async () => {
    await show(order('paid'), '/order/StepFive')
    expect(await screen.findByText('at /order')).toBeVisible()
  })
})
