import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, expect, type Response, test } from '@playwright/test'
import { type PushServer, startPushServer } from '#app/server/testing/push-server.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { isAtMap } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { PushedBrowser } from './drivers/pushed-browser.ts'
import {
  ROOT,
  type ScratchFolder,
  type ServerProcess,
  spawnServer,
} from './drivers/server-process.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'zwölf Rahmen an der Wand'
const ADMIN = join(ROOT, 'dist', 'server', 'admin.js')
const MESSAGE = 'Darf ich sie am Samstag holen?'

const isSubscribing = (answer: Response) => answer.url().endsWith('/push/subscribe')

/** Logs in and enables notifications, using only the keyboard. */
async function switchOn(visitor: Visitor, origin: string, email: string): Promise<void> {
  const { page, t } = visitor
  await page.goto(`${origin}/auth/login?from=/profile/notifications`)
  await new AccountScreens(visitor).logIn(email, PASSWORD)
  const here = page.getByRole('switch', { name: t('notifications:push.label') })
  await visitor.tabTo(here)
  await expect(here).not.toBeChecked()
  // On a first visit, the worker caches the whole app before it can be subscribed.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const subscribed = page.waitForResponse(isSubscribing)
  await page.keyboard.press('Space')
  expect((await subscribed).status()).toBe(204)
  await expect(here).toBeChecked()
}

test.describe('notifications on a device', () => {
  let folder: ScratchFolder
  let service: PushServer
  let server: ServerProcess
  let settings: Record<string, string>
  test.beforeAll(async () => {
    folder = await dataFolder()
    service = await startPushServer()
    settings = { DATA_DIR: folder.path, PUSH_SERVICES: service.origin }
    server = await (await spawnServer(settings)).ready()
  })
  test.afterAll(async () => {
    await server.kill()
    await service.close()
    folder.remove()
  })

  /** Two neighbours, one of whom has a phone with notifications. */
  async function arrive(browser: Browser) {
    const { origin } = server
    const api = new Api(origin)
    const [lender, borrower] = await Promise.all([
      createLender(api, PASSWORD),
      createLender(api, PASSWORD),
    ])
    const visitor = await Visitor.arrive(browser, { viewport: PHONE, keepsForOffline: true })
    const pushed = await PushedBrowser.prepare(visitor.context, service)
    await switchOn(visitor, origin, lender.email)
    return { origin, api, lender, borrower, visitor, pushed }
  }

  test('a request is pushed without a mail and a press opens its conversation; nothing is pushed after logging out', async ({
    browser,
  }) => {
    const { origin, api, lender, borrower, visitor, pushed } = await arrive(browser)
    const { page } = visitor
    expect(await findViolations(visitor)).toEqual([])

    const asking = { renter_id: lender.userId, item_id: LADDER.id, text: MESSAGE }
    const { id } = await api.post<{ id: string }>('/transactions/create', asking, borrower.token)
    const [device] = pushed.devices
    const push = await until(async () => device?.received[0], 'a push')
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

    // The page stays the same document and navigates without loading.
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await pushed.press()
    await expect(new InboxScreen(visitor).message(MESSAGE)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('transaction_id')).toBe(id)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    // The confirmation, and the notice about a login from an unknown browser.
    const mails = await api.mailsTo(lender.email)
    expect(mails).toHaveLength(2)
    expect(mails.map(({ text }) => text).join()).not.toContain(MESSAGE)

    await page.goto(`${origin}/auth/logout`)
    await page.waitForURL(isAtMap)
    expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull()
    const again = { transaction_id: id, text: 'Oder am Sonntag?' }
    await api.post('/transactions/sendMessage', again, borrower.token)
    expect(device?.calls).toBe(1)
    await visitor.leave()
  })

  test('the app notices a rotated key and subscribes again; later pushes are signed with the new key', async ({
    browser,
  }) => {
    const { origin, api, lender, borrower, visitor, pushed } = await arrive(browser)
    const { page } = visitor
    const keyOfServer = async () =>
      (await api.get<{ vapid_public_key: string }>('/config')).vapid_public_key
    const before = await keyOfServer()

    // Only one process at a time can use the embedded database.
    await server.stop()
    execFileSync(process.execPath, [ADMIN, 'rotate-key', 'push', '--yes'], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, DATA_DIR: folder.path, PUBLIC_URL: origin },
    })
    server = await (await spawnServer(settings, Number(new URL(origin).port))).ready()
    const after = await keyOfServer()
    expect(after).not.toBe(before)

    const subscribed = page.waitForResponse(isSubscribing)
    await page.goto(`${origin}/profile/notifications`)
    expect((await subscribed).status()).toBe(204)
    expect(pushed.devices).toHaveLength(2)
    const kept = await page.evaluate(() => localStorage.getItem('test.subscribed'))
    expect(JSON.parse(kept ?? '').key).toBe(after)

    const asking = { renter_id: lender.userId, item_id: LADDER.id, text: MESSAGE }
    const { id } = await api.post<{ id: string }>('/transactions/create', asking, borrower.token)
    const [old, current] = pushed.devices
    const push = await until(async () => current?.received[0], 'a push')
    const { shown } = await pushed.deliver(push.payload)
    expect(shown).toMatchObject([{ tag: `transaction-${id}`, body: MESSAGE }])
    expect(old?.calls).toBe(0)
    await visitor.leave()
  })
})
