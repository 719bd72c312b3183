import { expect, test } from '@playwright/test'
import { MapScreen, shows } from './drivers/map-screen.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

test('without network the app opens with the last seen map, and says of when it is', async ({
  browser,
}) => {
  test.slow()
  const visitor = await Visitor.arrive(browser, {
    viewport: PHONE,
    keepsForOffline: true,
    mayLoseNetwork: true,
  })
  const { page, network } = visitor
  await new MapScreen(visitor).open()
  const keptTiles = () =>
    page.evaluate(async () => {
      const tiles = await caches.open('letterlend-map').then((cache) => cache.keys())
      return navigator.serviceWorker.controller ? tiles.length : 0
    })
  // The service worker stores some 500 files one by one before it takes control.
  await expect.poll(keptTiles, { timeout: 90_000 }).toBeGreaterThan(0)
  // Tiles that the map's own worker had loaded before that.
  const keptOfMap = () =>
    page.evaluate(async () => {
      const cache = await caches.open('letterlend-streets')
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
      return {
        pieces: paths.filter((path) => path.endsWith('.json')).length,
        streets: paths.filter((path) => path.endsWith('.mvt')).length,
      }
    })
  await expect.poll(async () => (await keptOfMap()).pieces).toBeGreaterThan(2)
  await expect.poll(async () => (await keptOfMap()).streets).toBeGreaterThan(1)

  await network.goDown()
  await page.reload()
  await expect.poll(() => shows(page, 'mainRoads')).toBe(true)
  const map = new MapScreen(visitor)
  await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
  const notice = page.getByRole('status').filter({ hasText: /^Kein Netz: die Karte vom .*\d{4}/ })
  await expect(notice).toBeVisible()

  await map.openFilter()
  await map.sticker('Leiter').click()
  await expect(map.keptAll).toBeVisible()
  await expect(map.anyRows.first()).toBeVisible()

  await network.comeBack()
  await expect(map.rows('Leiter').first()).toHaveAccessibleName(/Leiter/)
  await expect(notice).toBeHidden()
  await visitor.leave()
})
