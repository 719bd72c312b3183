import { expect, test } from '@playwright/test'
import { NameProxy } from './drivers/name-proxy.ts'
import { freePort, scratchFolder, spawnServer } from './drivers/server-process.ts'

test('a community that moves to another name is found under the old one: links, a frame, and a browser that knew it @servers', async ({
  browser,
}) => {
  test.slow()
  const scratch = scratchFolder()
  const port = await freePort()
  const proxy = await NameProxy.start(port)
  const start = async (publicUrl: string) =>
    (
      await spawnServer({ DATA_DIR: scratch.path, PUBLIC_URL: publicUrl, TRUST_PROXY: '1' }, port)
    ).ready()
  let server = await start(proxy.oldOrigin)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  try {
    const page = await context.newPage()
    await page.goto(`${proxy.oldOrigin}/about`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })

    await server.stop()
    server = await start(proxy.newOrigin)
    proxy.move()

    // The service worker of the old name stands between: it has to let the browser be led on.
    await page.goto(`${proxy.oldOrigin}/about?from=paper`)
    await expect(page).toHaveURL(`${proxy.newOrigin}/about?from=paper`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.setContent(`<iframe src="${proxy.oldOrigin}/embed"></iframe>`)
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContainEqual(expect.stringContaining(`${proxy.newOrigin}/embed`))

    // The button of a mail program is a POST, and stays one.
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
