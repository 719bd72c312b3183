import { type Browser, expect, type Page, test } from '@playwright/test'
import { MapScreen } from './drivers/map-screen.ts'
import { Visitor } from './drivers/visitor.ts'

/** The start page, once it is at rest; `reloads` are those that happen from then on. */
async function openStart(browser: Browser) {
  const visitor = await Visitor.arrive(browser)
  const rest = visitor.page.waitForResponse(/\/assets\/afterwards-[^/]*\.js$/)
  await new MapScreen(visitor).open()
  await (await rest).finished()
  await visitor.page.waitForLoadState('networkidle')
  const reloads: string[] = []
  visitor.page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads.push(new URL(request.url()).pathname)
  })
  const heading = visitor.page.getByRole('heading', { level: 1 })
  const failure = visitor.t('layout:failure.title')
  const { page, context } = visitor
  return { page, context, reloads, heading, failure }
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

test('without network it stays as it is', async ({ browser }) => {
  const { page, context, reloads, heading, failure } = await openStart(browser)
  await context.setOffline(true)
  await goTo(page, '/about')
  await expect(heading).toHaveText(failure)
  expect(reloads).toEqual([])
})
