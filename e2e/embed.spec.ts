import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { freePort } from './drivers/server-process.ts'
import { translatePages } from './drivers/translator.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

test('another site can frame the map and no other page', async ({ browser, baseURL }) => {
  const port = await freePort()
  const host = createServer((request, answer) => {
    const framed = new URL(request.url ?? '/', 'http://host').searchParams.get('framed')
    answer.setHeader('content-type', 'text/html')
    answer.end(`<iframe title="map" width="800" height="600" src="${baseURL}${framed}"></iframe>`)
  }).listen(port, '127.0.0.1')
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const frame = page.frameLocator('iframe')
  const show = (path: string) =>
    page.goto(`http://127.0.0.1:${port}/?framed=${encodeURIComponent(path)}`)
  try {
    // An old hash link inside it still shows the map.
    for (const path of ['/embed?lat=47.37&lng=8.54&z=15', '/embed#/auth/login']) {
      await show(path)
      await expect(frame.locator('.leaflet-marker-icon').first()).toBeVisible()
      await expect(frame.getByLabel(visitor.t('accounts:fields.password'))).toHaveCount(0)
    }
    await show('/embed?z=15&scheme=dark&colour=1d6b41&lang=fr')
    const open = frame.getByRole('link', { name: /Ouvrir dans/ })
    await expect(open).toHaveCSS('background-color', 'rgb(29, 107, 65)')
    await expect(frame.locator('main')).toHaveCSS('background-color', 'rgb(15, 28, 43)')
    for (const path of ['/', '/auth/login']) {
      const refused = page.waitForEvent('console', (message) =>
        /frame-ancestors/.test(message.text()),
      )
      await show(path)
      await refused
      await expect(frame.locator('#root')).toHaveCount(0)
    }
  } finally {
    host.close()
    await visitor.leave()
  }
})

const MIDDLE_OF_FRAME = { x: 200, y: 350 }

/** Embeds the map in a page of another site that is taller than the window. */
async function showInPage(
  page: Page,
  url: string,
  { attributes = '', headers = {} }: { attributes?: string; headers?: OutgoingHttpHeaders } = {},
): Promise<() => void> {
  const port = await freePort()
  const host = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', ...headers })
    answer.end(
      `<meta name="viewport" content="width=device-width"><h1 style="height:80px">Host</h1>
       <iframe title="map" style="width:100%;height:500px;border:0" ${attributes} src="${url}"></iframe>
       <p style="height:3000px">More</p>`,
    )
  }).listen(port, '127.0.0.1')
  await page.goto(`http://127.0.0.1:${port}/`)
  return () => host.close()
}

/** Milliseconds until an element has faded. */
const shownFor = (element: Locator) =>
  element.evaluate((node) => Number(node.getAnimations()[0]?.effect?.getComputedTiming().endTime))

for (const viewport of [undefined, PHONE]) {
  test(`an embedded map lets its page scroll, on ${viewport ? 'a phone' : 'a computer'}`, async ({
    browser,
    baseURL,
  }) => {
    const visitor = await Visitor.arrive(browser, viewport ? { viewport } : {})
    const { page, t } = visitor
    const close = await showInPage(page, `${baseURL}/embed?lat=47.37&lng=8.54&z=15`)
    // A hint is no motion: it can be read all the same.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const frame = page.frameLocator('iframe')
    const viewOfMap = () =>
      frame
        .getByRole('link', { name: t('share:embed.open', { brand: 'Letterlend' }) })
        .getAttribute('href')
    const scrolled = () => page.evaluate(() => window.scrollY)
    await expect(frame.locator('.leaflet-marker-icon').first()).toBeVisible()
    const before = await viewOfMap()

    if (viewport) {
      const devtools = await visitor.context.newCDPSession(page)
      /** Swipes up with fingers side by side. */
      const swipe = async (fingers: number) => {
        const at = (y: number) =>
          Array.from({ length: fingers }, (_, id) => ({ x: 120 + 140 * id, y, id }))
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
          devtools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] })
        await touch('touchStart', at(400))
        for (let y = 390; y >= 250; y -= 10) await touch('touchMove', at(y))
        await touch('touchEnd', [])
      }
      await swipe(1)
      await expect(frame.getByText(t('share:embed.twoFingers'))).toBeAttached()
      await expect.poll(scrolled).toBeGreaterThan(50)
      expect(await viewOfMap()).toBe(before)

      // A busy browser scrolls the page when the map's answer to a touch comes late, so it may be tried again.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        await expect.poll(scrolled).toBe(0)
        const seen = await viewOfMap()
        await swipe(2)
        await expect.poll(viewOfMap).not.toBe(seen)
        expect(await scrolled()).toBe(0)
      }).toPass({ timeout: 60_000 })
    } else {
      await page.mouse.move(MIDDLE_OF_FRAME.x, MIDDLE_OF_FRAME.y)
      await page.mouse.wheel(0, 120)
      const hint = frame.getByText(t('share:embed.ctrlWheel'))
      await expect(hint).toBeAttached()
      expect(await shownFor(hint)).toBeGreaterThan(500)
      await expect.poll(scrolled).toBeGreaterThan(50)
      expect(await viewOfMap()).toBe(before)

      await page.evaluate(() => window.scrollTo(0, 0))
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -120)
      await page.keyboard.up('Control')
      await expect.poll(viewOfMap).not.toBe(before)
    }
    close()
    await visitor.leave()
  })
}

test('a sandboxed frame, in which the map cannot run, links to it', async ({
  browser,
  baseURL,
}) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const close = await showInPage(page, `${baseURL}/embed?z=15`, {
    attributes: 'sandbox="allow-scripts"',
  })
  await expect(page.frameLocator('iframe').getByRole('link')).toHaveText(/\/map\?z=15$/)
  close()
  await visitor.leave()
})

test('a page that isolates itself can frame the map', async ({ browser, baseURL }) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const close = await showInPage(page, `${baseURL}/embed?lat=47.37&lng=8.54&z=15`, {
    headers: {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('.leaflet-marker-icon').first()).toBeVisible()
  close()
  await visitor.leave()
})

test('a map that the browser translates can be filtered, and shows what a letterbox lends', async ({
  browser,
  baseURL,
}) => {
  const visitor = await Visitor.arrive(browser)
  await translatePages(visitor, 'replaces')
  const { page, t } = visitor
  const close = await showInPage(page, `${baseURL}/embed?lat=47.37&lng=8.54&z=15`)
  const frame = page.frameLocator('iframe')
  const marker = frame.locator('.leaflet-marker-icon').first()
  await frame.getByLabel(t('share:embed.filter')).selectOption({ index: 1 })
  await frame.getByLabel(t('share:embed.filter')).selectOption({ index: 0 })
  for (let count = 0; count < 2; count++) {
    await marker.press('Enter')
    const card = frame.getByRole('region', { name: t('share:embed.letterbox') })
    await expect(card.getByRole('link', { name: t('share:embed.ask') }).first()).toBeVisible()
    await card.getByRole('button', { name: t('share:embed.close') }).click()
    await expect(card).toBeHidden()
  }
  expect(visitor.complaints).toEqual([])
  close()
  await visitor.leave()
})
