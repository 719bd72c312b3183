import { expect, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { ResellersScreen } from './drivers/resellers-screen.ts'
import { Visitor } from './drivers/visitor.ts'

test('several stickers are picked by keyboard, and the address carries them', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const map = new MapScreen(visitor)
  const { keyboard } = visitor.page
  const press = async (target: Parameters<Visitor['tabTo']>[0]) => {
    await visitor.tabTo(target, 150)
    await keyboard.press('Enter')
  }
  await map.open()
  await press(map.sticker('Leiter'))
  await press(map.addSticker)
  await press(map.sticker('Bohrmaschine'))
  await expect(map.list('Leiter oder Bohrmaschine')).toBeVisible()
  await visitor.tabTo(map.match('any'))
  await keyboard.press('ArrowDown')
  await expect(map.list('Leiter und Bohrmaschine')).toBeVisible()
  await expect(visitor.page).toHaveURL(/\?sticker=1,2&match=all/)

  await visitor.page.reload()
  await expect(map.list('Leiter und Bohrmaschine')).toBeVisible()
  await expect(map.match('all')).toBeChecked()
  await press(map.removeSticker('Leiter'))
  await expect(map.list('Bohrmaschine')).toBeVisible()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('every reseller can be reached by keyboard, from its marker and from the list', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const resellers = new ResellersScreen(visitor)
  const { keyboard } = visitor.page
  await resellers.open()
  await visitor.tabTo(resellers.listButton)
  await keyboard.press('Enter')
  await visitor.tabTo(resellers.rows.first())
  await keyboard.press('Enter')
  await expect(resellers.card).toBeFocused()
  await expect(resellers.card.getByRole('link')).toHaveAttribute('href', /^mailto:.+@/)
  await keyboard.press('Escape')
  await expect(resellers.card).toBeHidden()
  await expect(resellers.rows.first()).toBeFocused()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await visitor.tabTo(resellers.markers.first())
  await keyboard.press('Enter')
  await expect(resellers.card).toBeFocused()
  await keyboard.press('Escape')
  await expect(resellers.markers.first()).toBeFocused()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
