import { expect, test } from '@playwright/test'
import { Api, until } from './drivers/api.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { MailServer } from './drivers/mail-server.ts'
import { LADDER } from './drivers/neighbours.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerProcess,
  spawnServer,
} from './drivers/server-process.ts'

test.describe('a mail server that fails delays mails and nothing else @servers', () => {
  let folder: ScratchFolder
  let mailServer: MailServer
  let server: ServerProcess
  let api: Api

  test.beforeEach(async () => {
    folder = await dataFolder()
    mailServer = new MailServer(await freePort())
    server = await spawnServer({ DATA_DIR: folder.path, SMTP_URL: mailServer.url })
    await server.ready()
    api = new Api(server.origin)
  })
  test.afterEach(async () => {
    await server.kill()
    await mailServer.die()
    folder.remove()
  })

  async function registerQuickly(): Promise<string> {
    const captcha = await api.solveCaptcha()
    const begin = Date.now()
    const { email } = await api.register(undefined, captcha)
    expect(Date.now() - begin).toBeLessThan(3_000)
    return email
  }

  const arrived = (email: string) =>
    until(
      async () => mailServer.received.find((mail) => mail.includes(`To: ${email}`)),
      `the mail to ${email}`,
      45_000,
    )

  test('one that refuses connections', async () => {
    const email = await registerQuickly()
    await server.says('mail not sent')
    await mailServer.answer()
    expect(await arrived(email)).toContain('email_confirmation_token')
    expect(mailServer.received, 'it arrives once').toHaveLength(1)
  })

  test('one that accepts connections and hangs, also when the process has to stop', async () => {
    await mailServer.hang()
    const email = await registerQuickly()
    await until(async () => mailServer.keepsSomeoneWaiting, 'the process to try')
    await registerQuickly()
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)

    const begin = Date.now()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(Date.now() - begin).toBeLessThan(5_000)

    await mailServer.answer()
    server = await spawnServer({ DATA_DIR: folder.path, SMTP_URL: mailServer.url })
    await server.ready()
    await arrived(email)
  })
})

test('a mail is no wider than a phone, however long its words are', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '')
  const lender = await api.registerNeighbour([LADDER.id])
  const borrower = await api.registerNeighbour()
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten'
  await api.post(
    '/transactions/create',
    { renter_id: lender.userId, item_id: LADDER.id, text: `${word}!!!` },
    borrower.token,
  )
  const { id } = await until(
    async () => (await api.mailsTo(lender.email)).find(({ text }) => text.includes(word)),
    'the mail with the request',
  )
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/dev/mail/${id}/body`)
  await expect(page.getByText(`${word}!!!`, { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
