import { expect, test } from '@playwright/test'
import { AccountScreens, type NewNeighbour } from './drivers/account-screens.ts'
import { Api, freshEmail } from './drivers/api.ts'
import { OrderScreens } from './drivers/order-screens.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const neighbour = (): NewNeighbour => ({
  firstname: 'Noa',
  lastname: 'Baumann',
  email: freshEmail(),
  address: 'Seefeldstrasse 20',
  postcode: '8008',
  city: 'Zürich',
})

test('a guest orders stickers by keyboard; a reload and a closed tab lose nothing', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const order = new OrderScreens(visitor)
  const press = async (target: Parameters<Visitor['tabTo']>[0], key = 'Enter') => {
    await visitor.tabTo(target)
    await visitor.page.keyboard.press(key)
  }
  const type = async (key: string, text: string) => {
    await visitor.tabTo(order.field(key))
    await visitor.page.keyboard.type(text)
  }
  const noa = neighbour()
  await visitor.page.goto('/participate')
  await press(order.link('accounts:participate.noStickers.order'))
  await press(order.choose('Stickerbogen'))
  await type('accounts:fields.firstname', noa.firstname)
  await type('accounts:fields.lastname', noa.lastname)
  await type('orders:address.email', noa.email)
  await type('profile:fields.address', noa.address)

  // The tab is closed while the address is being typed.
  await visitor.openAnotherTab()
  await visitor.page.goto('/order')
  await press(order.link('orders:begun.continue'))
  await expect(order.field('profile:fields.address')).toHaveValue(noa.address)
  await type('profile:fields.postcode', noa.postcode)
  await type('profile:fields.city', noa.city)
  await visitor.tabTo(order.amount(1))
  await visitor.page.keyboard.press('ArrowRight')
  await visitor.page.keyboard.press('ArrowRight')
  await expect(order.amount(3)).toBeChecked()
  await press(order.field('profile:fields.city'))

  await expect(order.heading('orders:map.title')).toBeVisible()
  await press(order.button('orders:map.no'))
  await expect(order.slider).toHaveValue('21', { timeout: 30_000 })
  await visitor.tabTo(order.slider)
  for (let francs = 0; francs < 12; francs++) await visitor.page.keyboard.press('ArrowRight')
  await expect(order.row('orders:table.total')).toContainText(/33\.00/)
  // The slider does not go below the price.
  await visitor.page.keyboard.press('Home')
  await expect(order.slider).toHaveValue('21')
  for (let francs = 0; francs < 4; francs++) await visitor.page.keyboard.press('ArrowRight')

  await visitor.page.reload()
  await expect(order.slider).toHaveValue('25')
  await expect(order.row('orders:table.donation')).toContainText(/4\.00/)
  await order.payForTest()
  await visitor.page.reload()
  await expect(order.heading('orders:thanks.title')).toBeVisible()
  await visitor.page.goto('/order')
  await expect(order.choose('Stickerbogen')).toBeVisible()
  await expect(order.link('orders:begun.continue')).toBeHidden()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a customer who wants to be on the map registers within the order and then owns it', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const order = new OrderScreens(visitor)
  const account = new AccountScreens(visitor)
  const noa = neighbour()
  await visitor.page.goto('/order/StepTwo?pid=1')
  await order.fillRecipient(noa)
  await order.goToConfirmation()
  // Stored as a guest's order; then the customer wants to be on the map after all.
  await visitor.tap(order.link('orders:back'))
  await visitor.tap(order.button('orders:map.yes'))
  await expect(account.field('accounts:fields.email')).toHaveValue(noa.email)
  await visitor.tap(account.button('accounts:register.next'))
  await expect(account.field('profile:fields.address')).toHaveValue(noa.address)
  await visitor.tap(account.button('accounts:register.submit'))
  await account.placeLetterbox()
  await account.pickStickers(['Leiter'])
  await expect(order.heading('orders:confirm.title')).toBeVisible()
  await expect(order.slider).toHaveValue('7')

  const token = await visitor.page.evaluate(() => localStorage.getItem('letterlend.token') ?? '')
  const orders = await api.get<{ email: string; show_on_map: boolean }[]>(
    '/orders/loadAllAsUser',
    token,
  )
  expect(orders).toMatchObject([{ email: noa.email, show_on_map: true }])
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a reseller’s order is reviewed before it is paid; starting over discards the draft', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const order = new OrderScreens(visitor)
  await visitor.page.goto('/order/StepTwo?pid=4')
  await order.fillRecipient(neighbour())
  await visitor.fill(order.field('orders:amount.reseller'), '120')
  await visitor.tap(order.button('orders:startOver.action'))
  await visitor.tap(order.button('orders:startOver.confirm'))
  await expect(order.choose('Stickerbogen')).toBeVisible()
  expect(await visitor.page.evaluate(() => Object.keys(localStorage))).not.toContain(
    'letterlend.draft.order',
  )

  await visitor.page.goto('/order/StepTwo?pid=4')
  await expect(order.field('profile:fields.address')).toHaveValue('')
  await order.fillRecipient(neighbour())
  await visitor.fill(order.field('orders:amount.reseller'), '120')
  await order.goToConfirmation()
  await expect(order.slider).toBeHidden()
  await expect(visitor.page.getByRole('table')).toContainText(/468\.00/)
  await visitor.tap(order.button('orders:confirm.reseller.finish'))
  await expect(visitor.page.getByText(visitor.t('orders:thanks.next.confirmation'))).toBeVisible()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
