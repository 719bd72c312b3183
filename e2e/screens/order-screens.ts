import { expect } from '@playwright/test'
import { OrderScreens } from '../drivers/order-screens.ts'
import type { Scene, Screen } from './stage.ts'

const RECIPIENT = {
  firstname: 'Mara',
  lastname: 'Inderbitzin',
  email: 'mara@neighbours.example',
  address: 'Seefeldstrasse 20',
  postcode: '8008',
  city: 'Zürich',
}

/** The second step of a product, without data of earlier screens. */
async function begin({ page, visitor }: Scene, pid: number): Promise<OrderScreens> {
  await page.goto('/order')
  await page.evaluate(() => localStorage.removeItem('letterlend.draft.order'))
  await page.goto(`/order/StepTwo?pid=${pid}`)
  const order = new OrderScreens(visitor)
  await expect(order.heading('orders:address.title')).toBeVisible()
  return order
}

async function confirm(scene: Scene, pid: number): Promise<OrderScreens> {
  const order = await begin(scene, pid)
  await order.fillRecipient(RECIPIENT)
  await order.goToConfirmation()
  return order
}

/** How a guest reaches the screens of an order. */
const WAYS: Record<string, (scene: Scene) => Promise<void>> = {
  'order-address-refused': async (scene) => {
    const order = await begin(scene, 1)
    await scene.visitor.tap(order.button('orders:next'))
    await expect(order.field('profile:fields.city')).toHaveAttribute('aria-invalid', 'true')
  },
  'order-membership': async (scene) => {
    const order = await begin(scene, 3)
    await order.fillRecipient(RECIPIENT)
  },
  'order-reseller': async (scene) => {
    const order = await begin(scene, 4)
    await scene.visitor.fill(order.field('orders:amount.reseller'), '120')
  },
  'order-begun': async (scene) => {
    const order = await begin(scene, 1)
    await order.fillRecipient(RECIPIENT)
    await scene.page.goto('/order')
    await expect(order.link('orders:begun.continue')).toBeVisible()
  },
  'order-start-over': async (scene) => {
    const order = await begin(scene, 1)
    await order.fillRecipient(RECIPIENT)
    await scene.visitor.tap(order.button('orders:startOver.action'))
    await expect(order.button('orders:startOver.confirm')).toBeVisible()
  },
  'order-map': async (scene) => {
    const order = await begin(scene, 3)
    await order.fillRecipient(RECIPIENT)
    await scene.visitor.tap(order.button('orders:next'))
    await expect(order.heading('orders:map.title')).toBeVisible()
  },
  'order-register': async (scene) => {
    const order = await begin(scene, 1)
    await order.fillRecipient(RECIPIENT)
    await scene.visitor.tap(order.button('orders:next'))
    await scene.visitor.tap(order.button('orders:map.yes'))
    await expect(order.heading('accounts:register.titles.account')).toBeVisible()
  },
  'order-confirm': async (scene) => {
    const order = await confirm(scene, 1)
    await order.slider.fill('45')
    await expect(order.row('orders:table.total')).toContainText('45.00')
    await expect(scene.page.locator('[aria-busy="true"]')).toHaveCount(0)
  },
  'order-confirm-reseller': async (scene) => {
    const order = await confirm(scene, 4)
    await expect(order.button('orders:confirm.reseller.finish')).toBeVisible()
  },
  'order-thanks': async (scene) => {
    const order = await confirm(scene, 4)
    await scene.visitor.tap(order.button('orders:confirm.reseller.finish'))
    await expect(order.heading('orders:thanks.title')).toBeVisible()
  },
}

export const ORDER_SCREENS: Screen[] = [
  ...Object.entries(WAYS).map(([name, show]): Screen => ({ name, who: 'guest', show })),
  {
    name: 'order-address-of-member',
    who: 'member',
    show: async ({ page, visitor }) => {
      await page.goto('/order/StepTwo?pid=1')
      const order = new OrderScreens(visitor)
      await expect(order.field('profile:fields.address')).not.toHaveValue('')
    },
  },
]
