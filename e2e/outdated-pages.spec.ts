import { type Browser, expect, type Page, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { Visitor } from './drivers/visitor.ts'

/** The start page, once it is at rest; `reloads` are those that happen from then on. */
async function openStart(browser: Browser) {
  const visitor = await Visitor.arrive(browser)
  const { page, context } = visitor
  const looksForFiles: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'HEAD') looksForFiles.push(request.url())
  })
  // The last thing that a page does by itself. Here no service worker can be registered.
  const rest = page.waitForEvent('console', (message) =>
    message.text().startsWith('Service Worker registration blocked'),
  )
  await new MapScreen(visitor).open()
  await rest
  await page.waitForLoadState('networkidle')
  const reloads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads.push(new URL(request.url()).pathname)
  })
  const heading = page.getByRole('heading', { level: 1 })
  const failure = visitor.t('layout:failure.title')
  return { page, context, looksForFiles, reloads, heading, failure }
}

/** As a press on a link of the app does; what follows may take the page away before anything is answered. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    setTimeout(() => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  }, path)

test('a page whose files are gone starts anew, where it was going', async ({ browser }) => {
  const { page, reloads, heading, failure } = await openStart(browser)
  await page.route('**/assets/**', (route) =>
    // An update: the page that comes by the reload is of a build whose files are there.
    reloads.length === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await goTo(page, '/about')
  await expect.poll(() => reloads).toEqual(['/about'])
  await expect(heading).toBeVisible()
  await expect(heading).not.toHaveText(failure)
})

test('it does so once, though nothing gets better', async ({ browser }) => {
  const { page, reloads, heading, failure } = await openStart(browser)
  await page.route('**/assets/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const isMissing = route.request().method() === 'HEAD' || pathname.includes('further-screens')
    return isMissing ? route.fulfill({ status: 404 }) : route.fallback()
  })
  await goTo(page, '/about')
  await expect.poll(() => reloads).toEqual(['/about'])
  await expect(heading).toHaveText(failure)
  await page.waitForLoadState('networkidle')
  expect(reloads).toEqual(['/about'])
})

test('without a service worker a page has all its files, and does not look for them', async ({
  browser,
}) => {
  const { page, looksForFiles } = await openStart(browser)
  // Asked after whatever the failed registration has led to.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(looksForFiles).toEqual([])
})

test('without network it stays as it is', async ({ browser }) => {
  const { page, context, reloads, heading, failure } = await openStart(browser)
  await context.setOffline(true)
  await goTo(page, '/about')
  await expect(heading).toHaveText(failure)
  expect(reloads).toEqual([])
})
