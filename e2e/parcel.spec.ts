import { expect, test } from '@playwright/test'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { createLender } from './drivers/neighbours.ts'
import { storeOrder } from './drivers/orders.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'ein Paket vor der Haustür'
const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }

test('scanning the code of a parcel proves the address after logging in', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const owner = await createLender(api, PASSWORD)
  const order = await storeOrder(api, { address: owner.address, postcode: '8001' })
  const payment = { stripeToken: 'tok_visa', orderRefno: order.refno }
  await api.post('/payment/stripe/chargePayment', payment)
  const admin = (await api.post<{ api_token: string }>('/auth/login', ADMIN)).api_token
  const { version } = await api.get<{ version: number }>(`/admin/orders/byId?id=${order.id}`, admin)
  const slip = await fetch(`${baseURL}/api/v1/admin/orders/packingSlip?id=${order.id}`, {
    headers: { authorization: `Bearer ${admin}` },
  })
  const scanned = new URL(readPdf(Buffer.from(await slip.arrayBuffer())).code ?? '')
  await api.post('/admin/orders/ship', { id: order.id, version }, admin)

  const visitor = await Visitor.arrive(browser)
  const { page, t } = visitor
  const account = new AccountScreens(visitor)
  const code = scanned.searchParams.get('code') ?? '-'
  await page.goto(`${scanned.pathname}${scanned.search}`)
  await expect(account.field('parcels:field')).toHaveValue(code)
  await visitor.tap(page.getByRole('main').getByRole('link', { name: t('parcels:visitor.logIn') }))
  await account.logIn(owner.email, PASSWORD)
  await expect(account.field('parcels:field')).toHaveValue(code)
  await expect(page).toHaveURL('/profile/parcel')
  await visitor.tap(account.button('parcels:submit'))
  await expect(account.heading('parcels:done.title')).toBeVisible()
  await visitor.tap(page.getByRole('link', { name: t('parcels:done.seeOnMap') }))
  await expect(page.getByText(t('letterboxes:overlay.addressVerified'))).toBeVisible()
  await visitor.leave()
})
