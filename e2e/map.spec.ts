import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Api } from './drivers/api.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { LENDERS_MAP } from './drivers/neighbours.ts'
import { ResellersScreen } from './drivers/resellers-screen.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

test('several stickers are picked by keyboard and kept in the URL', async ({ browser }) => {
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

test('the demo opens over the middle of Vaduz, on a phone too', async ({ browser }) => {
  for (const [viewport, least] of [
    [DESKTOP, 50],
    [PHONE, 15],
  ] as const) {
    const visitor = await Visitor.arrive(browser, { viewport })
    const map = new MapScreen(visitor)
    await map.open()
    await expect(map.filter).toBeVisible()
    await expect.poll(() => map.letterboxesInView()).toBeGreaterThan(least)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  }
})

test('a wide view shows every letterbox, with complete numbers that can be pressed', async ({
  browser,
  baseURL,
}) => {
  const visitor = await Visitor.arrive(browser)
  const map = new MapScreen(visitor)
  const api = new Api(baseURL ?? '')
  const letterboxes = async () =>
    (await api.get<{ total: number }>('/letterboxes/tiles/0/0/0')).total
  /** Retries, because other tests add and remove letterboxes, and tiles may be cached. */
  const expectAll = (copies: number) =>
    expect(async () => {
      const before = await letterboxes()
      const [drawn, after] = [await map.letterboxesDrawn(), await letterboxes()]
      expect(drawn).toBeGreaterThanOrEqual(copies * Math.min(before, after))
      expect(drawn).toBeLessThanOrEqual(copies * Math.max(before, after))
      expect(await map.coveredNumbers()).toEqual([])
    }).toPass({ timeout: 40_000 })
  for (const [width, lng, z, copies] of [
    [1920, 8, 4, 1],
    [1920, 8, 3, 1],
    [2560, 8, 3, 1],
    // Centred on the Pacific, Europe is visible on both sides.
    [2560, -172, 3, 2],
  ] as const) {
    await visitor.page.setViewportSize({ width, height: 1080 })
    await map.open(`/map?lat=46.8&lng=${lng}&z=${z}`)
    await expectAll(copies)
  }
  await visitor.page.setViewportSize(PHONE)
  for (const z of [7, 11, 13, 15, 16]) {
    await map.open(`/map?lat=47.376&lng=8.526&z=${z}`)
    await expect(map.markers.first()).toBeVisible()
    await expect.poll(() => map.coveredNumbers()).toEqual([])
  }
  // Unpainted areas have the colour of paper, in both colour schemes.
  await expect(map.map).toHaveCSS('background-color', 'rgb(255, 251, 242)')
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await expect(map.map).toHaveCSS('background-color', 'rgb(15, 28, 43)')
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
  // Even when markers overlap, each clickable target is large enough.
  const tooSmall = () =>
    new AxeBuilder({ page: visitor.page }).setLegacyMode(true).withRules(['target-size']).analyze()
  await expect.poll(async () => (await tooSmall()).violations).toEqual([])
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

test('on a phone the first search lists the nearest letterboxes, and the map shows them', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const map = new MapScreen(visitor)
  await map.open(LENDERS_MAP)
  await map.openFilter()
  // The offer below the list appears late and must not move the list or the focus.
  let send: () => void = () => undefined
  const untilSent = new Promise<void>((resolve) => {
    send = resolve
  })
  await visitor.page.route(/wish-offer[^/]*\.js/, async (route) => {
    await untilSent
    await route.continue()
  })
  // The nearest is more than a kilometre away, outside the initial view.
  await visitor.tap(map.sticker('Racletteofen'))
  const nearest = map.rows('Racletteofen').first()
  await nearest.focus()
  send()
  await expect(map.wishOffer).toBeVisible()
  await expect(nearest).toBeFocused()
  const isFree = async () => {
    const [marker, chips, sheet] = await Promise.all(
      [map.pointedMarker, map.filterButton, map.list('Racletteofen')].map((one) =>
        one.boundingBox(),
      ),
    )
    if (!marker || !chips || !sheet) return false
    return marker.y >= chips.y + chips.height && marker.y + marker.height <= sheet.y
  }
  await expect.poll(isFree).toBe(true)
  await visitor.leave()
})

test('on a phone three rows are visible once a sticker is chosen', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const map = new MapScreen(visitor)
  await map.open('/map?lat=47.1412&lng=9.5215&z=14')
  await map.openFilter()
  await visitor.tap(map.sticker('Leiter'))
  const third = map.rows('Leiter').nth(2)
  await expect(third).toBeVisible()
  const bottom = async () => {
    const box = await third.boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height)
  await visitor.leave()
})

test('the list continues after a hundred rows, and going back keeps the position in it', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const map = new MapScreen(visitor)
  const { page } = visitor
  await map.open('/map?panel=nearby&page=11')
  await expect(map.pages).toContainText('101–110')
  await map.pages.getByRole('button').last().click()
  await expect(map.pages).toContainText('111–120')
  const row = map.anyRows.nth(8)
  await row.click()
  await expect(page).toHaveURL(/\/map\/letterbox\//)
  await page.goBack()
  await expect(page).toHaveURL(/page=12/)
  await expect(map.pages).toContainText('111–120')
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })

  // Starts again from the first page, whose letterboxes surround the centre of the map.
  await map.open(`${LENDERS_MAP}&panel=nearby`)
  await expect(map.pages).toContainText('1–10')
  await map.anyRows.first().hover()
  await expect(map.pointedMarker).toBeVisible()
  await map.pointedMarker.hover()
  await expect(map.pointedRows.first()).toBeInViewport()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
