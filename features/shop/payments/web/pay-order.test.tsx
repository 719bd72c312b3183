import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useOrder } from '#features/shop/orders/web/data/orders.ts'
import type { PublicConfig } from '#platform/shared/config.ts'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { PayOrder } from './pay-order.tsx'

type Reply = { status?: number; body?: unknown }
const PAID: Reply = { body: { status: 'success' } }
const BANK: Reply = { body: { status: 'requires_action', client_secret: 'secret' } }
const refused = (code: string, status: number, message = ''): Reply => ({
  status,
  body: { code, message },
})

interface Scene {
  /** Responses to successive charges. */
  replies?: Reply[]
  providers?: PublicConfig['payment_providers']
  invoices?: PublicConfig['invoice_currencies']
  /** State of the payment when the page opens. */
  standing?: string
  path?: string
  /** Key of a guest's order. */
  orderKey?: string
  /** The order on the server. */
  loaded?: Order
}

/** Like a page that shows the current order. */
function Loaded(props: Omit<ComponentProps<typeof PayOrder>, 'order'>) {
  const { data: order } = useOrder(testOrder().id)
  return order ? <PayOrder {...props} order={order} /> : null
}

async function show({
  replies = [],
  providers = ['sandbox'],
  invoices = [],
  standing = 'unpaid',
  path,
  orderKey,
  loaded = testOrder(),
}: Scene) {
  const openReplies = [...replies]
  let status = standing
  const api = answeringFetch({
    'GET /config': () => ({
      body: {
        payment_providers: providers,
        invoice_currencies: invoices,
        brand: { name: 'Leihbar' },
      },
    }),
    'GET /orders/loadById': () => ({ body: loaded }),
    'GET /payment/status': () => (status === '' ? { status: 500 } : { body: { status } }),
    'POST /payment/stripe/chargePayment': () => openReplies.shift() ?? PAID,
    'POST /payment/sandbox/confirm': () => ({ status: 204 }),
    'POST /orders/requestInvoice': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const onPaid = vi.fn()
  const onInvoiced = vi.fn()
  await renderInApp(<Loaded orderKey={orderKey} onPaid={onPaid} onInvoiced={onInvoiced} />, path)
  const user = userEvent.setup()
  const charges = () =>
    api.calls.filter(({ name }) => name.endsWith('/chargePayment')).map(({ body }) => body)
  const becomes = (next: string) => {
    status = next
  }
  return { api, user, onPaid, onInvoiced, charges, becomes }
}

const openTestPayment = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Test payment (no money moves)' }))
  return screen.findByRole('dialog', { name: 'Test payment' })
}
const payButton = () => screen.getByRole('button', { name: /^Pay CHF\s17.00$/ })
const SHOWN = { payment_amount: 17, payment_currency: 'CHF' }
const charge = (stripeToken: string) => ({ ...SHOWN, stripeToken, orderRefno: '123456789' })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('PayOrder with test payments', () => {
  it('says that no money moves, and pays once for a double click', async () => {
    const { user, onPaid, charges } = await show({})
    expect(await openTestPayment(user)).toHaveTextContent('no money moves')
    await user.dblClick(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(charges()).toEqual([charge('tok_visa')])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows why a card was declined, and accepts another', async () => {
    const reason = 'The card has expired.'
    const { user, onPaid, charges } = await show({
      replies: [refused('payment_declined', 402, reason), refused('payment_declined', 402)],
    })
    await openTestPayment(user)
    await user.click(screen.getByLabelText('Card is declined'))
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(reason)
    await user.click(payButton())
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('The card was declined.'),
    )
    expect(onPaid).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Payment succeeds'))
    await user.click(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(charges().at(-1)).toEqual(charge('tok_visa'))
  })

  it('shows the reason of each decline in the language of the page', async () => {
    const declined = (errorMsg: string, message: string): Reply => ({
      status: 402,
      body: { code: 'payment_declined', message, errorMsg },
    })
    const { user } = await show({
      replies: [
        declined('expired_card', 'Votre carte a expiré.'),
        declined('insufficient_funds', 'Votre carte ne dispose pas de fonds suffisants.'),
      ],
    })
    await openTestPayment(user)
    await user.click(payButton())
    expect(await screen.findByText(/The card has expired/)).toBeVisible()
    await user.click(payButton())
    expect(await screen.findByText(/not enough money in the account/)).toBeVisible()
    expect(screen.getByRole('alert')).not.toHaveTextContent('Votre carte')
  })

  it.each([
    ['Yes, pay', true],
    ['No, do not pay', false],
  ])('asks the question of the bank: %s', async (answer, approve) => {
    const after = approve ? PAID : refused('payment_declined', 402, 'Your bank said no.')
    const { api, user, onPaid, charges } = await show({ replies: [BANK, after] })
    await openTestPayment(user)
    await user.click(screen.getByLabelText('Bank asks'))
    await user.click(payButton())
    expect(await screen.findByRole('heading', { name: 'Your bank asks' })).toHaveFocus()
    expect(screen.getByText(/CHF\s17.00 to Leihbar/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: answer }))
    if (approve) await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    else expect(await screen.findByRole('alert')).toHaveTextContent('Your bank said no.')
    expect(api.calls).toContainEqual({
      name: 'POST /payment/sandbox/confirm',
      body: { client_secret: 'secret', approve },
    })
    expect(charges()).toEqual([
      charge('tok_threeDSecure2Required'),
      charge('tok_threeDSecure2Required'),
    ])
  })

  it('can be closed while the bank asks, and started again', async () => {
    const { user, onPaid } = await show({ replies: [BANK] })
    await openTestPayment(user)
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Your bank asks' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openTestPayment(user)
    await user.click(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  })

  it('takes no money if the amount has changed, and shows the new amount', async () => {
    const current = testOrder({ payment_amount: 60, donation: 46 })
    const changed = { status: 409, body: { code: 'amount_changed', message: '', current } }
    const { user, onPaid, charges } = await show({ replies: [changed] })
    await openTestPayment(user)
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(/it is CHF\s60.00 now/)
    expect(onPaid).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: /^Pay CHF\s60.00$/ }))
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(charges().at(-1)).toEqual({ ...charge('tok_visa'), payment_amount: 60 })
  })

  it('shows an error and can be tried again', async () => {
    const { user } = await show({ replies: [refused('payment_unavailable', 503)] })
    await openTestPayment(user)
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(/not possible/)
    expect(payButton()).not.toHaveAttribute('aria-disabled')
  })
})

describe('PayOrder while the outcome of a payment is unknown', () => {
  it('shows no buttons until the order is paid', async () => {
    const { user, onPaid, becomes } = await show({ replies: [refused('payment_pending', 409)] })
    await openTestPayment(user)
    await user.click(screen.getByLabelText('No answer comes'))
    becomes('under_way')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(payButton())
    expect(await screen.findByText('We are checking your payment')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onPaid).not.toHaveBeenCalled()
    becomes('paid')
    await vi.advanceTimersByTimeAsync(4000)
    await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  })

  it('shows the buttons again if the payment failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { onPaid, becomes } = await show({ standing: 'under_way' })
    expect(await screen.findByText('We are checking your payment')).toBeVisible()
    becomes('unpaid')
    await vi.advanceTimersByTimeAsync(4000)
    expect(await screen.findByText(/did not go through/)).toBeVisible()
    expect(screen.getByRole('button', { name: /Test payment/ })).toBeVisible()
    expect(onPaid).not.toHaveBeenCalled()
  })

  it('shows until when the bank needs, without buttons', async () => {
    const awaited = testOrder({ awaited_until: '2026-03-13T10:00:00.000Z' })
    await show({ standing: 'awaited', loaded: awaited })
    expect(await screen.findByText(/^Your bank needs until about Friday/)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(/do not pay again/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says that the payment is being looked at, without buttons or spinner', async () => {
    await show({ standing: 'needs_look' })
    expect(await screen.findByText('We are looking at your payment')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(/do not pay again/)
    expect(screen.queryByText('We are checking your payment')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('removes the buttons if the order can no longer be paid', async () => {
    const { user, onPaid, becomes } = await show({ replies: [refused('not_payable', 409)] })
    await openTestPayment(user)
    becomes('closed')
    await user.click(payButton())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
    expect(onPaid).not.toHaveBeenCalled()
  })

  it('reports a paid order at once, and shows the buttons if the status is unavailable', async () => {
    const { onPaid } = await show({ standing: 'paid' })
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    await show({ standing: '' })
    expect(await screen.findByRole('button', { name: /Test payment/ })).toBeVisible()
  })

  it('says that the payment failed after a return from a provider without payment', async () => {
    await show({ path: '/order/payment?orderId=1&payment_intent=pi_1&redirect_status=failed' })
    expect(await screen.findByText(/did not go through/)).toBeVisible()
  })
})

describe('the payment by invoice', () => {
  const KEY = 'c0ffee00-0000-4000-8000-000000000001'
  const ASK = 'POST /orders/requestInvoice'
  const { id, refno } = testOrder()
  const invoiceRequest = { ...SHOWN, id, refno, key: KEY }

  it('requests the invoice once, ends the payment and can request it again', async () => {
    const { api, user, onInvoiced } = await show({
      providers: [],
      invoices: ['CHF'],
      orderKey: KEY,
    })
    await user.dblClick(await screen.findByRole('button', { name: 'Pay by invoice' }))
    await waitFor(() => expect(onInvoiced).toHaveBeenCalledOnce())
    expect(await screen.findByText('Your invoice is on its way')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay by invoice' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send the invoice again' }))
    expect(await screen.findByText(/We are sending it again/)).toBeVisible()
    expect(api.calls.filter(({ name }) => name === ASK).map(({ body }) => body)).toEqual([
      invoiceRequest,
      { ...invoiceRequest, again: true },
    ])
  })

  it('is not offered for a guest’s order on another device', async () => {
    await show({ providers: [], invoices: ['CHF'] })
    expect(await screen.findByText(/use the link in the e-mail/)).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('PayOrder says so if no payment is possible', async () => {
  await show({ providers: [], invoices: ['EUR'] })
  expect(await screen.findByText(/You cannot pay online here yet/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
