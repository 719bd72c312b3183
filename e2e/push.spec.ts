import { expect, test } from '@playwright/test'
import { type PushServer, startPushServer } from '#app/server/testing/push-server.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { PushedBrowser } from './drivers/pushed-browser.ts'
import { type ScratchFolder, type ServerProcess, spawnServer } from './drivers/server-process.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'zwölf Rahmen an der Wand'
const MESSAGE = 'Darf ich sie am Samstag holen?'

test.describe('on a device that was switched on', () => {
  let folder: ScratchFolder
  let service: PushServer
  let server: ServerProcess
  test.beforeAll(async () => {
    folder = await dataFolder()
    service = await startPushServer()
    const settings = { DATA_DIR: folder.path, PUSH_SERVICES: service.origin }
    server = await (await spawnServer(settings)).ready()
  })
  test.afterAll(async () => {
    await server.kill()
    await service.close()
    folder.remove()
  })

  test('a request is told, without a mail, and opens its conversation at a press; nothing is told after logging out', async ({
    browser,
  }) => {
    const { origin } = server
    const api = new Api(origin)
    const [lender, borrower] = await Promise.all([
      createLender(api, PASSWORD),
      createLender(api, PASSWORD),
    ])
    const { vapid_public_key } = await api.get<{ vapid_public_key: string }>('/config')
    const device = service.subscribe(vapid_public_key)
    const visitor = await Visitor.arrive(browser, { viewport: PHONE, keepsForOffline: true })
    const { page, t } = visitor
    const pushed = await PushedBrowser.prepare(visitor.context, device)

    // By keyboard alone.
    await page.goto(`${origin}/auth/login?from=/profile/notifications`)
    await new AccountScreens(visitor).logIn(lender.email, PASSWORD)
    const here = page.getByRole('switch', { name: t('notifications:push.label') })
    await visitor.tabTo(here)
    await expect(here).not.toBeChecked()
    // A first visit keeps the whole app for offline before its worker can be subscribed.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const subscribed = page.waitForResponse((answer) => answer.url().endsWith('/push/subscribe'))
    await page.keyboard.press('Space')
    expect((await subscribed).status()).toBe(204)
    await expect(here).toBeChecked()
    expect(await findViolations(visitor)).toEqual([])

    const asking = { renter_id: lender.userId, item_id: LADDER.id, text: MESSAGE }
    const { id } = await api.post<{ id: string }>('/transactions/create', asking, borrower.token)
    const push = await until(async () => device.received[0], 'a push')
    const { shown, badge } = await pushed.deliver(push.payload)
    expect(shown).toEqual([
      {
        title: expect.stringContaining(LADDER.de),
        body: MESSAGE,
        tag: `transaction-${id}`,
        path: `/profile/inbox?transaction_id=${id}`,
      },
    ])
    expect(badge).toBe(1)

    // The page stays the same one: it is led there without loading.
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await pushed.press()
    await expect(new InboxScreen(visitor).message(MESSAGE)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('transaction_id')).toBe(id)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    // The confirmation, and that a browser has logged in which the account did not know.
    const mails = await api.mailsTo(lender.email)
    expect(mails).toHaveLength(2)
    expect(mails.map(({ text }) => text).join()).not.toContain(MESSAGE)

    await page.goto(`${origin}/auth/logout`)
    await page.waitForURL(`${origin}/`)
    expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull()
    const again = { transaction_id: id, text: 'Oder am Sonntag?' }
    await api.post('/transactions/sendMessage', again, borrower.token)
    expect(device.calls).toBe(1)
    await visitor.leave()
  })
})
