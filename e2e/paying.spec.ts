import { expect, type Route, test } from '@playwright/test'
import { startStripeServer } from '#app/server/testing/stripe-server.ts'
import { Api } from './drivers/api.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { storeOrder } from './drivers/orders.ts'
import { PaymentScreen } from './drivers/payment-screen.ts'
import { spawnServer } from './drivers/server-process.ts'
import { Visitor } from './drivers/visitor.ts'

test('a guest pays with test cards: accepted, declined, confirmed at the bank, unanswered', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const person = await api.registerNeighbour()
  const orders = await Promise.all([1, 2, 3, 4].map(() => storeOrder(api, person)))
  const [first, second, third, fourth] = orders.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ]
  const visitor = await Visitor.arrive(browser)
  const screen = new PaymentScreen(visitor)
  const { page, t } = visitor

  await screen.open(first)
  await expect(page.getByText(person.email)).toHaveCount(0)
  await screen.payWith('accepted')
  await expect(screen.thanks).toBeVisible()

  await screen.open(second)
  await screen.payWith('declined')
  await expect(screen.failure).toContainText(t('payments:declined'))
  await screen.payWith('accepted')
  await expect(screen.thanks).toBeVisible()
  await page.goto(`/order/payment?orderId=${second}`)
  await expect(screen.paid).toBeVisible()

  await screen.open(third)
  await screen.payWith('bank')
  await visitor.tap(screen.button('payments:bank.no'))
  await expect(screen.failure).toBeVisible()
  await screen.payWith('bank')
  // After a tab was closed during a payment, the order can be paid again.
  await expect(screen.button('payments:bank.yes')).toBeVisible()
  await screen.open(third)
  await screen.payWith('bank')
  await visitor.tap(screen.button('payments:bank.yes'))
  await expect(screen.thanks).toBeVisible()

  await screen.open(fourth)
  await screen.payWith('silent')
  await expect(screen.thanks).toBeVisible()

  const own = await api.get<{ order_status: { name: string } }[]>(
    '/orders/loadAllAsUser',
    person.token,
  )
  expect(own.map(({ order_status }) => order_status.name)).toEqual(Array(4).fill('paid'))
  // The only errors are the declined payment and the unknown outcome.
  expect(visitor.complaints.filter((words) => !/ 40[29] /.test(words))).toEqual([])
  await visitor.leave()
})

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_e2e',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_e2e',
  STRIPE_WEBHOOK_SECRET: 'whsec_e2e',
}

/** The parts of Stripe.js that are used here; its fields are complete once clicked. */
const STRIPE_JS = `window.Stripe = () => {
  const create = (kind) => {
    const field = document.createElement('button')
    field.type = 'button'
    field.textContent = kind
    return {
      on: (event, handler) =>
        event === 'ready' ? handler() : field.addEventListener('click', () => handler({ complete: true })),
      mount: (place) => place.append(field),
      update: () => undefined,
      destroy: () => field.remove(),
    }
  }
  return {
    elements: () => ({ create }),
    createPaymentMethod: async () => ({ paymentMethod: { id: 'pm_of_a_card' } }),
    handleNextAction: async () => ({}),
  }
}`

test('the payment page reports that Stripe is blocked or does not answer, and payment continues later', async ({
  browser,
}) => {
  const data = await dataFolder()
  const stripe = await startStripeServer()
  const server = await spawnServer({
    DATA_DIR: data.path,
    STRIPE_API_BASE: stripe.url,
    ...STRIPE_KEYS,
  })
  const visitor = await Visitor.arrive(browser, { mayAsk: ['js.stripe.com'] })
  try {
    await server.ready()
    const order = await storeOrder(new Api(server.origin))
    const screen = new PaymentScreen(visitor)
    const { page, t } = visitor
    const words = t('payments:card.notLoaded')
    let answers = false
    const heldRoutes: Route[] = []
    await page.route('https://js.stripe.com/**', (route) =>
      answers ? heldRoutes.push(route) : route.abort(),
    )
    await page.clock.install()
    await page.goto(`${server.origin}/order/payment?orderId=${order.id}`)

    await visitor.tap(page.getByRole('button', { name: 'TWINT' }))
    await expect(page.getByRole('alert')).toContainText(words)
    await visitor.tap(screen.button('payments:card.button'))
    await expect(screen.failure).toContainText(words)
    answers = true
    await visitor.tap(screen.button('payments:retry'))
    await expect.poll(() => heldRoutes.length).toBe(1)
    await page.clock.runFor(21_000)
    await expect(screen.failure).toContainText(words)

    await heldRoutes[0]?.fulfill({ contentType: 'text/javascript', body: STRIPE_JS })
    await visitor.tap(screen.button('payments:retry'))
    for (const part of ['cardNumber', 'cardExpiry', 'cardCvc']) {
      await visitor.tap(page.getByRole('button', { name: part }))
    }
    await visitor.tap(screen.pay)
    await expect(screen.thanks).toBeVisible()
    expect(stripe.charges).toBe(1)
  } finally {
    await visitor.leave()
    await server.stop()
    await stripe.close()
    data.remove()
  }
})

test('scripts of Stripe run only on the payment page, once card payment is chosen', async ({
  browser,
}) => {
  const data = await dataFolder()
  const stripe = await startStripeServer()
  const server = await spawnServer({
    DATA_DIR: data.path,
    STRIPE_API_BASE: stripe.url,
    ...STRIPE_KEYS,
  })
  const visitor = await Visitor.arrive(browser, { mayAsk: ['js.stripe.com'] })
  try {
    await server.ready()
    const order = await storeOrder(new Api(server.origin))
    const screen = new PaymentScreen(visitor)
    const { page } = visitor
    const stripeRequests: string[] = []
    let blocksStripe = false
    await page.route('https://js.stripe.com/**', (route) => {
      if (blocksStripe) return route.abort()
      stripeRequests.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS })
    })
    const blocked = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const script = document.createElement('script')
            script.src = 'https://js.stripe.com/anything.js'
            script.onload = () => resolve(false)
            script.onerror = () => resolve(true)
            document.head.append(script)
          }),
      )
    await new MapScreen(visitor).open(server.origin)
    expect(await blocked()).toBe(true)
    expect(stripeRequests).toEqual([])

    // Navigates inside the app like a link; the screen needs a new document.
    await page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, `/order/payment?orderId=${order.id}`)
    await expect(screen.button('payments:card.button')).toBeVisible()
    const documents = await page.evaluate(() =>
      performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname),
    )
    expect(documents).toEqual(['/order/payment'])
    expect(stripeRequests).toEqual([])

    blocksStripe = true
    await visitor.tap(screen.button('payments:card.button'))
    await expect(page.getByText(visitor.t('payments:card.notLoaded'))).toBeVisible()
    blocksStripe = false
    stripeRequests.length = 0
    await visitor.tap(screen.button('payments:retry'))
    for (const part of ['cardNumber', 'cardExpiry', 'cardCvc']) {
      await expect(screen.pay).toBeDisabled()
      await visitor.tap(page.getByRole('button', { name: part }))
    }
    expect(stripeRequests).toHaveLength(1)
    await visitor.tap(screen.pay)
    await expect(screen.thanks).toBeVisible()
    expect(stripe.charges).toBe(1)
  } finally {
    await visitor.leave()
    await server.stop()
    await stripe.close()
    data.remove()
  }
})
