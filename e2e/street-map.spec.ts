import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { MapScreen, shows } from './drivers/map-screen.ts'
import { createLender } from './drivers/neighbours.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const IN_VADUZ = 'lat=47.1392&lng=9.5228&z=17'
const PASSWORD = 'sieben Strassen am Rhein'

test('the map shows houses in light and dark, and requests no tile twice', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const tiles: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.mvt')) tiles.push(pathname)
  })
  await new MapScreen(visitor).open(`/map?${IN_VADUZ}`)
  await expect.poll(() => shows(page, 'houses')).toBe(true)
  expect(tiles.length).toBeLessThanOrEqual(4)
  expect(new Set(tiles).size).toBe(tiles.length)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shows(page, 'houses', 'dark')).toBe(true)
  await expect.poll(() => shows(page, 'houses')).toBe(false)
  await visitor.leave()
})

test('without network there are streets where one has been', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, {
    viewport: PHONE,
    keepsForOffline: true,
    mayLoseNetwork: true,
  })
  const { page, network } = visitor
  const map = new MapScreen(visitor)
  await map.open(`/map?${IN_VADUZ}`)
  // Tiles that were loaded before the service worker took control are requested again.
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 30_000 })
  await page.reload()
  const countKeptAnswers = () =>
    page.evaluate(async () => (await (await caches.open('letterlend-streets')).keys()).length)
  await expect.poll(countKeptAnswers).toBeGreaterThan(0)

  await network.goDown()
  await page.reload()
  await expect.poll(() => shows(page, 'houses')).toBe(true)
  await visitor.leave()
})

test('the streets stay visible if an aerial view does not load', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { mayAsk: ['wmts.geo.admin.ch'] })
  const { page, t } = visitor
  await page.route('https://wmts.geo.admin.ch/**', (route) => route.abort())
  await new MapScreen(visitor).open(`/map?${IN_VADUZ}`)
  await page.getByRole('button', { name: t('map:layers') }).click()
  await page.getByRole('radio', { name: t('map:layer.satellite') }).click()
  await expect(page.getByText(t('map:note.fallbackOwn'))).toBeVisible()
  await expect.poll(() => shows(page, 'houses')).toBe(true)
  await visitor.leave()
})

test('a user can place the letterbox between houses, and the map of resellers shows it there', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  await api.post(
    '/letterboxes/updateLetterboxLocation',
    { latitude: 47.1392, longitude: 9.5228, certain: true },
    lender.token,
  )
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  await page.goto('/profile/updateLetterBoxLocation')
  await new AccountScreens(visitor).logIn(lender.email, PASSWORD)
  await expect.poll(() => shows(page, 'houses')).toBe(true)
  await page.goto('/resellers')
  await expect.poll(() => shows(page, 'mainRoads')).toBe(true)
  await visitor.leave()
})

test('an embedded map shows streets', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser)
  await visitor.page.goto(`/embed?${IN_VADUZ}`)
  await expect.poll(() => shows(visitor.page, 'houses')).toBe(true)
  await visitor.leave()
})
