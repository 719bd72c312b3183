import { expect } from '@playwright/test'
import { storeOrder } from '../drivers/orders.ts'
import { PaymentScreen } from '../drivers/payment-screen.ts'
import { pageAt, type Screen } from './stage.ts'

const RESELLER = { product_id: 4, amount: 100 }

export const MAIN_PAYMENT_SCREENS: Screen[] = [
  {
    name: 'payment',
    who: 'guest',
    show: async ({ api, cast, visitor }) => {
      const screen = new PaymentScreen(visitor)
      await screen.open((await storeOrder(api, cast.lender)).id)
      await expect(screen.button('payments:sandbox.button')).toBeVisible()
    },
  },
  {
    name: 'orders-some',
    who: 'member',
    show: async ({ api, cast, page }) => {
      const { refno } = await storeOrder(api, cast.member)
      await api.post('/payment/stripe/chargePayment', {
        orderRefno: refno,
        stripeToken: 'tok_visa',
      })
      for (let amount = 1; amount <= 5; amount++) await storeOrder(api, { ...cast.member, amount })
      for (let amount = 20; amount < 25; amount++) {
        await storeOrder(api, { ...cast.member, product_id: 4, amount })
      }
      await page.goto('/profile/userOrders')
      await expect(page.getByRole('navigation').getByRole('combobox')).toBeVisible()
    },
  },
]

export const PAYMENT_SCREENS: Screen[] = [
  {
    name: 'payment-declined',
    who: 'guest',
    show: async ({ api, cast, visitor }) => {
      const screen = new PaymentScreen(visitor)
      await screen.open((await storeOrder(api, cast.lender)).id)
      await screen.payWith('declined')
      await expect(screen.failure).toBeVisible()
    },
  },
  {
    name: 'payment-bank',
    who: 'guest',
    show: async ({ api, cast, visitor }) => {
      const screen = new PaymentScreen(visitor)
      await screen.open((await storeOrder(api, cast.lender)).id)
      await screen.payWith('bank')
      await expect(screen.button('payments:bank.yes')).toBeVisible()
    },
  },
  {
    name: 'payment-checked',
    who: 'guest',
    show: async ({ api, cast, page, visitor, t }) => {
      await page.route('**/payment/status*', (route) =>
        route.fulfill({ json: { status: 'under_way' } }),
      )
      await new PaymentScreen(visitor).open((await storeOrder(api, cast.lender)).id)
      await expect(page.getByText(t('payments:check.title'))).toBeVisible()
    },
  },
  {
    name: 'payment-paid',
    who: 'guest',
    show: async ({ api, cast, page, visitor }) => {
      const { id, refno } = await storeOrder(api, cast.lender)
      await api.post('/payment/stripe/chargePayment', {
        orderRefno: refno,
        stripeToken: 'tok_visa',
      })
      await page.goto(`/order/payment?orderId=${id}`)
      await expect(new PaymentScreen(visitor).paid).toBeVisible()
    },
  },
  {
    name: 'payment-confirmation',
    who: 'guest',
    show: async ({ api, cast, page, account }) => {
      const { id } = await storeOrder(api, { ...cast.lender, ...RESELLER })
      await page.goto(`/order/payment?orderId=${id}`)
      await expect(account.heading('payments:page.pending_confirmation.title')).toBeVisible()
    },
  },
  pageAt('payment-unknown', 'guest', '/order/payment?orderId=none', 'payments:page.unknown.title'),
  {
    name: 'order-cancel',
    who: 'member',
    show: async ({ api, cast, page, t }) => {
      await storeOrder(api, cast.member)
      await page.goto('/profile/userOrders')
      await page
        .getByRole('button', { name: new RegExp(`^${t('orders:list.cancel')}`) })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: t('orders:list.cancelTitle') })).toBeVisible()
    },
  },
]
