import type { PublicConfig } from '@letterlend/contract/config.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testOrder } from '../../testing/order.ts'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { PayOrder } from './pay-order.tsx'

type Reply = { status?: number; body?: unknown }
const PAID: Reply = { body: { status: 'success' } }
const BANK: Reply = { body: { status: 'requires_action', client_secret: 'secret' } }
const refused = (code: string, status: number, message = ''): Reply => ({
  status,
  body: { code, message },
})

/** Shows the ways to pay an order; `replies` are to one charge after the other. */
async function show(replies: Reply[], providers: PublicConfig['payment_providers'] = ['sandbox']) {
  const left = [...replies]
  let status = 'pending_payment'
  const api = answeringFetch({
    'GET /config': () => ({ body: { payment_providers: providers, brand: { name: 'Leihbar' } } }),
    'POST /payment/stripe/chargePayment': () => left.shift() ?? PAID,
    'POST /payment/sandbox/confirm': () => ({ status: 204 }),
    'GET /orders/loadById': () => ({
      body: testOrder({ order_status: { name: status as never } }),
    }),
  })
  vi.stubGlobal('fetch', api.fetch)
  const onPaid = vi.fn()
  await renderInApp(<PayOrder order={testOrder()} onPaid={onPaid} />)
  const user = userEvent.setup()
  const charges = () =>
    api.calls.filter(({ name }) => name.endsWith('/chargePayment')).map(({ body }) => body)
  return { api, user, onPaid, charges, becomes: (next: string) => (status = next) }
}

const openTestPayment = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Test payment (no money moves)' }))
  return screen.findByRole('dialog', { name: 'Test payment' })
}
const payButton = () => screen.getByRole('button', { name: /^Pay CHF\s17.00$/ })
const charge = (stripeToken: string) => ({ stripeToken, orderRefno: '123456789' })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('PayOrder with test payments', () => {
  it('says that no money moves, and pays once for two clicks', async () => {
    const { user, onPaid, charges } = await show([])
    expect(await openTestPayment(user)).toHaveTextContent('no money moves')
    await user.dblClick(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(charges()).toEqual([charge('tok_visa')])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows why a card was declined, and takes another', async () => {
    const reason = 'The card has expired.'
    const { user, onPaid, charges } = await show([
      refused('payment_declined', 402, reason),
      refused('payment_declined', 402),
    ])
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

  it.each([
    ['Yes, pay', true],
    ['No, do not pay', false],
  ])('asks in place of the bank: %s', async (answer, approve) => {
    const after = approve ? PAID : refused('payment_declined', 402, 'Your bank said no.')
    const { api, user, onPaid, charges } = await show([BANK, after])
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

  it('can be left while the bank asks, and begun anew', async () => {
    const { user, onPaid } = await show([BANK])
    await openTestPayment(user)
    await user.click(payButton())
    await screen.findByRole('heading', { name: 'Your bank asks' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openTestPayment(user)
    await user.click(payButton())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  })

  it('offers no payment while nobody knows how the last one ends, and goes on once it is paid', async () => {
    const { user, onPaid, becomes } = await show([refused('payment_pending', 409)])
    await openTestPayment(user)
    await user.click(screen.getByLabelText('No answer comes'))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(payButton())
    expect(await screen.findByText('We are checking your payment')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onPaid).not.toHaveBeenCalled()
    becomes('paid')
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  })

  it.each([
    [refused('payment_unavailable', 503), /not possible/],
    [refused('not_payable', 409), /not waiting|does not wait/],
  ])('says what failed, and can be tried again', async (reply, words) => {
    const { user } = await show([reply])
    await openTestPayment(user)
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(payButton()).toBeEnabled()
  })
})

it('says that orders are paid by invoice where there is no other way', async () => {
  await show([], [])
  expect(await screen.findByText(/pay by invoice/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
