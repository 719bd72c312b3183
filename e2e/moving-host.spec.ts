import { expect, test } from '@playwright/test'
import { NameProxy } from './drivers/name-proxy.ts'
import { freePort, scratchFolder, spawnServer } from './drivers/server-process.ts'

test('a community that moves to another host name is found under the old one, also by a returning browser @servers', async ({
  browser,
}) => {
  test.slow()
  const scratch = scratchFolder()
  const port = await freePort()
  const proxy = await NameProxy.start(port)
  const settings = { DATA_DIR: scratch.path, TRUST_PROXY: '1' }
  let server = await spawnServer({ ...settings, PUBLIC_URL: proxy.oldOrigin }, port)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  try {
    await server.ready()
    const page = await context.newPage()
    await page.goto(`${proxy.oldOrigin}/about`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })

    await server.stop()
    server = await spawnServer({ ...settings, PUBLIC_URL: proxy.newOrigin }, port)
    await server.ready()
    proxy.move()

    // The service worker of the old name must let the browser follow the redirect.
    await page.goto(`${proxy.oldOrigin}/about?from=paper`)
    await expect(page).toHaveURL(`${proxy.newOrigin}/about?from=paper`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    // Mail programs unsubscribe with a POST, which must stay a POST.
    const path = '/api/v1/users/unsubscribe?token=x'
    expect(await proxy.askOldName('POST', path)).toEqual({
      status: 308,
      location: `${proxy.newOrigin}${path}`,
    })
  } finally {
    await context.close()
    await server.kill()
    await proxy.stop()
    scratch.remove()
  }
})
