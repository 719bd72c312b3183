import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testOrder } from '#platform/web/testing/order.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { PayOrder } from './pay-order.tsx'
import { PROVIDER_WITHIN_MS } from './provider-limit.ts'

type Reply = { status?: number; body?: unknown }
type Handler = (change: { complete: boolean; error?: { message: string } }) => void

const { loadStripe, loadScript } = vi.hoisted(() => ({
  loadStripe: Object.assign(vi.fn(), { setLoadParameters: vi.fn() }),
  loadScript: vi.fn(),
}))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }))
vi.mock('@paypal/paypal-js', () => ({ loadScript }))

const PAID: Reply = { body: { status: 'success' } }
const BANK: Reply = { body: { status: 'requires_action', client_secret: 'secret' } }
const FIELDS = ['cardNumber', 'cardExpiry', 'cardCvc']
const DECLINED: Reply = { status: 402, body: { code: 'payment_declined', message: '' } }

/** Sets the address that the document was loaded from. */
const loadedAt = (path: string) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ name: `https://lend.example${path}` } as PerformanceNavigationTiming])

async function show(answers: Record<string, () => Reply> = {}, currency: 'CHF' | 'EUR' = 'EUR') {
  const api = answeringFetch({
    'GET /config': () => ({
      body: {
        payment_providers: ['stripe', 'paypal'],
        stripe_publishable_key: 'pk_test_1',
        paypal_client_id: 'client-1',
      },
    }),
    'GET /payment/status': () => ({ body: { status: 'unpaid' } }),
    ...answers,
  })
  vi.stubGlobal('fetch', api.fetch)
  const onPaid = vi.fn()
  const onInvoiced = vi.fn()
  await renderInApp(
    <PayOrder
      order={testOrder({ payment_currency: currency })}
      onPaid={onPaid}
      onInvoiced={onInvoiced}
    />,
    '/order/payment?orderId=1',
  )
  const bodies = (name: string) => api.calls.filter((c) => c.name === name).map((c) => c.body)
  const user = userEvent.setup()
  return { user, onPaid, bodies }
}

beforeEach(() => {
  loadedAt('/order/payment')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  loadStripe.mockReset()
  loadScript.mockReset()
})

/** Makes every time limit expire at once. */
function endLimitsAtOnce() {
  const wait = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === PROVIDER_WITHIN_MS ? 0 : ms)) as typeof setTimeout)
}

/** A fake Stripe.js whose fields fire the given events; with blocked frames they are never ready. */
function fakeStripe({ blocksFrames = false } = {}) {
  const handlers: Record<string, Handler> = {}
  const element = (kind: string) => ({
    mount: vi.fn(),
    destroy: vi.fn(),
    update: vi.fn(),
    on: (event: string, handler: Handler) => {
      if (event === 'change') handlers[kind] = handler
      else if (!blocksFrames) handler({ complete: false })
    },
  })
  const stripe = {
    elements: () => ({ create: element }),
    createPaymentMethod: vi.fn(async (): Promise<object> => ({ paymentMethod: { id: 'pm_1' } })),
    handleNextAction: vi.fn(async (): Promise<object> => ({})),
  }
  loadStripe.mockResolvedValue(stripe)
  /** The fields are in the page slightly before they listen, because effects run after the DOM changes. */
  const fieldsListen = () => waitFor(() => expect(Object.keys(handlers)).toEqual(FIELDS))
  const complete = async (...kinds: string[]) => {
    await fieldsListen()
    for (const kind of kinds) handlers[kind]?.({ complete: true })
  }
  return { stripe, handlers, fieldsListen, complete }
}
/** The order and the displayed amount. */
const SHOWN = { orderRefno: '123456789', payment_amount: 17, payment_currency: 'EUR' }
const CHARGE = 'POST /payment/stripe/chargePayment'
const pay = () => screen.findByRole('button', { name: /^Pay (CHF|EUR)\s?17.00$/ })
const openCard = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: 'Pay by card' }))

describe('the payment by card', () => {
  it('loads Stripe when the dialog opens, and pays once when all three fields are complete', async () => {
    const { complete } = fakeStripe()
    const { user, onPaid, bodies } = await show({ [CHARGE]: () => PAID })
    await screen.findByRole('button', { name: 'Pay by card' })
    expect(loadStripe).not.toHaveBeenCalled()
    await openCard(user)
    expect(await pay()).toHaveAttribute('aria-disabled', 'true')
    expect(loadStripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' })
    await complete('cardNumber', 'cardExpiry')
    expect(await pay()).toHaveAttribute('aria-disabled', 'true')
    await complete('cardCvc')
    await waitFor(async () => expect(await pay()).not.toHaveAttribute('aria-disabled'))
    await user.dblClick(await pay())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(bodies(CHARGE)).toEqual([{ ...SHOWN, stripeToken: 'pm_1' }])
  })

  it('shows Stripe’s errors about a field and the card, and can be tried again', async () => {
    const { stripe, handlers, fieldsListen, complete } = fakeStripe()
    const { user, bodies } = await show({ [CHARGE]: () => DECLINED })
    await openCard(user)
    await fieldsListen()
    handlers.cardNumber?.({ complete: false, error: { message: 'No such number.' } })
    expect(await screen.findByText('No such number.')).toBeVisible()
    await complete(...FIELDS)
    stripe.createPaymentMethod.mockResolvedValueOnce({ error: { message: 'Card too old.' } })
    await waitFor(async () => expect(await pay()).not.toHaveAttribute('aria-disabled'))
    await user.click(await pay())
    expect(await screen.findByRole('alert')).toHaveTextContent('Card too old.')
    expect(bodies(CHARGE)).toEqual([])
    await user.click(await pay())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('card was declined'))
    expect(await pay()).not.toHaveAttribute('aria-disabled')
  })

  it('lets the bank ask, then charges again with the same token', async () => {
    const { stripe, complete } = fakeStripe()
    const replies = [BANK, DECLINED, BANK, PAID]
    const { user, onPaid, bodies } = await show({ [CHARGE]: () => replies.shift() ?? PAID })
    await openCard(user)
    await pay()
    await complete(...FIELDS)
    stripe.handleNextAction.mockResolvedValueOnce({ error: { message: 'Die Bank sagt nein.' } })
    await waitFor(async () => expect(await pay()).not.toHaveAttribute('aria-disabled'))
    await user.click(await pay())
    expect(await screen.findByRole('alert')).toHaveTextContent('Die Bank sagt nein.')
    await user.click(await pay())
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'secret' })
    expect(bodies(CHARGE)).toHaveLength(4)
  })

  it('shows an error if the script fails to load, and loads it again on request', async () => {
    loadStripe.mockRejectedValueOnce(new Error('blocked'))
    const { user } = await show()
    await openCard(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Stripe cannot be reached')
    fakeStripe()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await pay()).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    ['the script hangs', () => loadStripe.mockReturnValue(new Promise(() => undefined))],
    ['its frames are blocked', () => fakeStripe({ blocksFrames: true })],
  ])('gives up after a time limit where %s', async (_, arrange) => {
    endLimitsAtOnce()
    arrange()
    const { user } = await show()
    await openCard(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Stripe cannot be reached')
    vi.mocked(setTimeout).mockRestore()
    fakeStripe()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await pay()).toHaveAttribute('aria-disabled', 'true')
  })

  it('enables the TWINT button again if the script hangs', async () => {
    endLimitsAtOnce()
    loadStripe.mockReturnValue(new Promise(() => undefined))
    const { user, bodies } = await show({ [CHARGE]: () => PAID }, 'CHF')
    await user.click(await screen.findByRole('button', { name: 'TWINT' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Stripe cannot be reached')
    expect(screen.getByRole('button', { name: 'TWINT' })).not.toHaveAttribute('aria-disabled')
    expect(bodies(CHARGE)).toEqual([])
  })

  it('offers TWINT for francs only', async () => {
    const { stripe } = fakeStripe()
    const { user, onPaid } = await show({ [CHARGE]: () => PAID }, 'CHF')
    await user.click(await screen.findByRole('button', { name: 'TWINT' }))
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
    expect(stripe.createPaymentMethod).toHaveBeenCalledWith({ type: 'twint' })
    await show()
    await screen.findAllByRole('button', { name: 'Pay by card' })
    expect(screen.getAllByRole('button', { name: 'TWINT' })).toHaveLength(1)
  })
})

interface ButtonsOptions {
  fundingSource: string
  createOrder: () => Promise<string>
  onApprove: (data: { orderID: string; payerID: string }) => Promise<void>
  onError: () => void
}

describe('the payment with PayPal', () => {
  /** A fake of PayPal's script, with one button that the test presses. */
  function fakePayPal() {
    const buttonOptions: ButtonsOptions[] = []
    loadScript.mockResolvedValue({
      Buttons: (options: ButtonsOptions) => {
        buttonOptions.push(options)
        return { render: async () => undefined, close: async () => undefined }
      },
    })
    return async () => {
      await waitFor(() => expect(buttonOptions).toHaveLength(1))
      return buttonOptions[0] as ButtonsOptions
    }
  }
  const CREATE = 'POST /payment/paypal/createPayment'
  const EXECUTE = 'POST /payment/paypal/executePayment'
  const createdPayment = () => ({ body: { result: { id: 'PAY-1' } } })
  const open = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: 'PayPal' }))

  it('creates the payment, and executes it after the approval', async () => {
    const button = fakePayPal()
    const { user, onPaid, bodies } = await show({ [CREATE]: createdPayment, [EXECUTE]: () => PAID })
    await screen.findByRole('button', { name: 'PayPal' })
    expect(loadScript).not.toHaveBeenCalled()
    await open(user)
    const options = await button()
    expect(loadScript.mock.calls[0]?.[0]).toMatchObject({
      clientId: 'client-1',
      currency: 'EUR',
      locale: 'en_CH',
    })
    expect(await options.createOrder()).toBe('PAY-1')
    await options.onApprove({ orderID: 'PAY-1', payerID: 'B7' })
    expect(onPaid).toHaveBeenCalledOnce()
    expect(bodies(CREATE)).toEqual([SHOWN])
    expect(bodies(EXECUTE)).toEqual([
      { orderRefno: '123456789', paymentID: 'PAY-1', payerID: 'B7' },
    ])
  })

  it.each([
    ['Not enough money.', 'Not enough money.'],
    ['', 'Something went wrong with PayPal, please try again.'],
  ])('shows the server’s message or a general error: %s', async (message, words) => {
    const button = fakePayPal()
    const refused = { status: 402, body: { code: 'payment_declined', message } }
    const { user, onPaid } = await show({ [CREATE]: createdPayment, [EXECUTE]: () => refused })
    await open(user)
    await (await button()).onApprove({ orderID: 'PAY-1', payerID: 'B7' })
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(onPaid).not.toHaveBeenCalled()
  })

  it.each([
    ['is blocked', () => loadScript.mockRejectedValue(new Error('blocked'))],
    ['hangs', () => loadScript.mockReturnValue(new Promise(() => undefined))],
  ])('shows an error where the script %s, and loads it again on request', async (_, arrange) => {
    endLimitsAtOnce()
    arrange()
    const { user } = await show()
    await open(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('PayPal cannot be reached')
    vi.mocked(setTimeout).mockRestore()
    const button = fakePayPal()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await button()).fundingSource).toBe('paypal')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the server’s reason of a failure when PayPal reports the same failure', async () => {
    const button = fakePayPal()
    const { user } = await show({
      [CREATE]: () => ({ status: 503, body: { code: 'payment_unavailable' } }),
    })
    await open(user)
    const options = await button()
    await options.createOrder().catch(options.onError)
    expect(await screen.findByRole('alert')).toHaveTextContent('not possible right now')
    options.onError()
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong with PayPal'),
    )
  })
})

describe('the document', () => {
  it.each([
    ['/map', '/order/StepFour', 1],
    ['/order/StepTwo', '/order/payment', 1],
    ['/order/StepFour', '/order/payment', 0],
    ['/map', '/', 0],
  ])('loaded at %s and showing %s is reloaded %i times', async (loaded, shown, times) => {
    loadedAt(loaded)
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, pathname: shown, reload })
    await show()
    if (loaded.startsWith('/order/StepF')) {
      expect(await screen.findByRole('button', { name: 'PayPal' })).toBeVisible()
    } else {
      await waitFor(() => expect(reload).toHaveBeenCalledTimes(times))
      expect(screen.queryByRole('button', { name: 'PayPal' })).toBeNull()
    }
    expect(reload).toHaveBeenCalledTimes(times)
  })
})
