import { createServer } from 'node:http'
import { expect, test } from '@playwright/test'
import { freePort } from './drivers/server-process.ts'
import { Visitor } from './drivers/visitor.ts'

test('another site may frame the map, and nothing but the map', async ({ browser, baseURL }) => {
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
    // An old hash link inside it leads nowhere else.
    for (const path of ['/embed?lat=47.37&lng=8.54&z=15', '/embed#/auth/login']) {
      await show(path)
      await expect(frame.locator('.leaflet-marker-icon').first()).toBeVisible()
      await expect(frame.getByLabel(visitor.t('accounts:fields.password'))).toHaveCount(0)
    }
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
