import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, freshEmail } from './drivers/api.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { isAtMap, MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER, LENDERS_MAP } from './drivers/neighbours.ts'
import { OrderScreens } from './drivers/order-screens.ts'
import { RequestCard } from './drivers/request-card.ts'
import { translatePages } from './drivers/translator.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'eine Leiter auf Rätoromanisch'

for (const translating of ['replaces', 'wraps'] as const) {
  test(`a page translated by the browser works if the translator ${translating} each text`, async ({
    browser,
    baseURL,
  }) => {
    const api = new Api(baseURL ?? '')
    const lender = await createLender(api, PASSWORD)
    const neighbour = await createLender(api, PASSWORD)
    const visitor = await Visitor.arrive(browser)
    await translatePages(visitor, translating)
    const { page } = visitor
    const map = new MapScreen(visitor)
    const borrow = new BorrowDialog(visitor)
    const order = new OrderScreens(visitor)

    await test.step('logs in and filters', async () => {
      await page.goto('/auth/login')
      await new AccountScreens(visitor).logIn(neighbour.email, PASSWORD)
      await expect(map.map).toBeVisible()
      await map.open(LENDERS_MAP)
      expect(await page.locator('font').count()).toBeGreaterThan(10)
      await map.openFilter()
      await visitor.tap(map.sticker(LADDER.de))
      await expect(map.rows(LADDER.de).first()).toBeVisible()
      await visitor.tap(map.removeSticker(LADDER.de))
      await expect(map.removeSticker(LADDER.de)).toBeHidden()
    })

    await test.step('asks for a ladder; the card shows what happens to the request', async () => {
      await map.open(`/map/letterbox/${lender.letterboxId}`)
      await visitor.tap(map.borrowButton(LADDER.de))
      await visitor.tap(borrow.day('tomorrow'))
      await visitor.fill(borrow.message, 'Hallo! Ich brauche eine Leiter.')
      await visitor.tap(borrow.send)
      await visitor.tap(borrow.toConversation)
      const { card } = new RequestCard(visitor)
      await expect(card).toContainText(visitor.t('loans:status.waiting'))
      const id = new URL(page.url()).searchParams.get('transaction_id')
      await api.post('/transactions/answer', { transaction_id: id, answer: 'accept' }, lender.token)
      await expect(card).toContainText(visitor.t('loans:status.agreed'))
      await expect(card).not.toContainText(visitor.t('loans:status.waiting'))
    })

    await test.step('logs out', async () => {
      await page.goto('/profile')
      await visitor.tap(page.getByRole('link', { name: visitor.t('profile:dashboard.logOut') }))
      await expect(page).toHaveURL(isAtMap)
      await expect(map.map).toBeVisible()
    })

    await test.step('orders as a guest; the table shows the present price', async () => {
      await page.goto('/order')
      await visitor.tap(order.choose('Stickerbogen'))
      await order.fillRecipient({
        firstname: 'Noa',
        lastname: 'Baumann',
        email: freshEmail(),
        address: 'Seefeldstrasse 20',
        postcode: '8008',
        city: 'Zürich',
      })
      await order.goToConfirmation()
      await order.slider.focus()
      for (let francs = 0; francs < 4; francs++) await page.keyboard.press('ArrowRight')
      await expect(order.row('orders:table.donation')).toContainText(/4\.00/)
      await order.payForTest()
    })

    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
}
