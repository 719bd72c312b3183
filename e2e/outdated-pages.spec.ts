import { type Browser, expect, type Page, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { Visitor } from './drivers/visitor.ts'

/** Opens the start page and waits until it is idle; `reloads` counts later reloads. */
async function openStart(browser: Browser) {
  const visitor = await Visitor.arrive(browser)
  const { page, context } = visitor
  const looksForFiles: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'HEAD') looksForFiles.push(request.url())
  })
  // The last thing that a page does by itself. Service workers are blocked here.
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

/** Navigates like a link of the app; deferred, because a reload may end the page before the call returns. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    setTimeout(() => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  }, path)

test('a page whose files are gone reloads at its target', async ({ browser }) => {
  const { page, reloads, heading, failure } = await openStart(browser)
  await page.route('**/assets/**', (route) =>
    // Simulates an update: after the reload, the page's files exist.
    reloads.length === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await goTo(page, '/about')
  await expect.poll(() => reloads).toEqual(['/about'])
  await expect(heading).toBeVisible()
  await expect(heading).not.toHaveText(failure)
})

test('it reloads only once, even if that does not help', async ({ browser }) => {
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
  // Runs after everything that the failed registration has triggered.
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
