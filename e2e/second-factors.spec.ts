import { pathToFileURL } from 'node:url'
import { type Browser, expect, test } from '@playwright/test'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, type Person, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { isAtMap } from './drivers/map-screen.ts'
import { type CodeApp, SecondStepScreens } from './drivers/second-step-screens.ts'
import {
  freePort,
  ROOT,
  type ScratchFolder,
  type ServerProcess,
  spawnServer,
} from './drivers/server-process.ts'
import { addVirtualAuthenticator } from './drivers/virtual-authenticator.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'zwei Riegel an der Tür'
const CLOCK = pathToFileURL(`${ROOT}/e2e/drivers/clock-ahead.mjs`).href
/** A fresh proof expires after ten minutes. */
const PROOF_OVER_MS = 11 * MINUTE_MS

/** A server that requires second factors of its staff. Not the demo's, whose passwords are published. */
class StaffServer {
  #server: ServerProcess | undefined
  /** Address of the administrator, once confirmed. */
  #adminEmail: string | undefined

  private constructor(
    readonly folder: ScratchFolder,
    readonly port: number,
  ) {}

  static async start(): Promise<StaffServer> {
    const server = new StaffServer(await dataFolder(), await freePort())
    await server.restart(0)
    return server
  }

  /** Browsers support no passkeys for IP addresses. */
  get origin(): string {
    return `http://localhost:${this.port}`
  }
  get api(): Api {
    return new Api(this.origin)
  }

  /** Restarts the server with its clock this far ahead. */
  async restart(aheadMs: number): Promise<void> {
    await this.#server?.stop()
    const settings = {
      DATA_DIR: this.folder.path,
      PUBLIC_URL: this.origin,
      ...(this.#adminEmail && { ADMIN_EMAIL: this.#adminEmail }),
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_AHEAD_MS: String(aheadMs),
    }
    this.#server = await spawnServer(settings, this.port)
    await this.#server.ready()
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.folder.remove()
  }

  /** The first administrator, by the address in the settings at the next start. */
  async newChief(): Promise<Person> {
    const person = await this.newPerson()
    this.#adminEmail = person.email
    await this.restart(0)
    return person
  }

  /** A person with a password. */
  async newPerson(): Promise<Person> {
    const person = await this.api.register()
    const token = await this.api.confirm(person.email)
    await this.api.post('/userSettings/markTourMapAsSeen', undefined, token)
    await this.api.post('/userSettings/markTourLetterboxAsSeen', undefined, token)
    await this.api.post('/auth/setPassword', { password: PASSWORD }, token)
    return { ...person, token }
  }

  /** Waits for a mail with this subject. */
  async mailed(email: string, subject: string): Promise<void> {
    await until(
      async () => (await this.api.mailsTo(email)).find((mail) => mail.subject === subject),
      `the mail "${subject}" to ${email}`,
    )
  }
}

let server: StaffServer
test.beforeEach(async () => {
  server = await StaffServer.start()
})
test.afterEach(() => server.stop())

async function arriveAt(browser: Browser, viewport = DESKTOP) {
  const visitor = await Visitor.arrive(browser, { viewport })
  const account = new AccountScreens(visitor)
  const step = new SecondStepScreens(visitor)
  /** Logs in with the password and then opens `path`. */
  const logIn = async (email: string, path: string) => {
    await visitor.page.goto(`${server.origin}/auth/login?from=${encodeURIComponent(path)}`)
    await account.logIn(email, PASSWORD)
  }
  const logOut = async () => {
    await visitor.page.goto(`${server.origin}/auth/logout`)
    await visitor.page.waitForURL(isAtMap)
  }
  /** Sets up an app under "Login and security". */
  async function setUp(): Promise<{ app: CodeApp; codes: string[] }> {
    await step.button('setUp').click()
    const app = await step.readKey()
    await step.field('code').fill(app.code())
    await step.button('confirm').click()
    const codes = await step.readCodes()
    await step.button('codesDone').click()
    await expect(step.button('otherApp')).toBeVisible()
    return { app, codes }
  }
  return { visitor, page: visitor.page, t: visitor.t, account, step, logIn, logOut, setUp }
}

test('the second step can be set up, used to log in, and repeated for a file by keyboard only', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { email: chief } = await server.newChief()
  const { visitor, page, t, account, step, logOut } = await arriveAt(browser)
  const { keyboard } = page
  let app: CodeApp | undefined
  const type = async (text: string) => {
    await keyboard.type(text)
    await keyboard.press('Enter')
  }
  const logInByKeyboard = async (path: string) => {
    await page.goto(`${server.origin}/auth/login?from=${encodeURIComponent(path)}`)
    await visitor.tabTo(account.field('accounts:fields.email'))
    await keyboard.type(chief)
    await visitor.tabTo(account.field('accounts:fields.password'))
    await type(PASSWORD)
  }

  await test.step('the back office shows the deadline and links to the set-up', async () => {
    await logInByKeyboard('/admin/orders')
    const setUp = page.getByRole('link', { name: t('admin-second-factors:setUp') })
    await visitor.tabTo(setUp, 90)
    await keyboard.press('Enter')
    await expect(account.heading('second-factors:title')).toBeVisible()
  })

  await test.step('sets it up', async () => {
    await visitor.tabTo(step.button('setUp'))
    await keyboard.press('Enter')
    app = await step.readKey()
    expect(await findViolations(visitor)).toEqual([])
    await visitor.tabTo(step.field('code'))
    await type('000000')
    await expect(step.field('code')).toHaveAttribute('aria-invalid', 'true')
    await visitor.tabTo(step.field('code'))
    await keyboard.press('ControlOrMeta+A')
    await type(app.code())
    expect(await step.readCodes()).toHaveLength(10)
    expect(await findViolations(visitor)).toEqual([])
    // They are shown only once, so Escape does not close the dialog.
    await keyboard.press('Escape')
    await visitor.tabTo(step.button('codesDone'))
    await keyboard.press('Enter')
    await expect(step.button('otherApp')).toBeVisible()
    await server.mailed(chief, 'Der zweite Schritt ist eingeschaltet')
  })

  await test.step('logs in with two steps, and can cancel between them', async () => {
    await logOut()
    await logInByKeyboard('/admin/orders')
    await expect(step.dialog('stepTitle')).toBeVisible()
    expect(await findViolations(visitor)).toEqual([])
    await keyboard.press('Escape')
    await expect(step.dialog('stepTitle')).toBeHidden()
    await visitor.tabTo(account.field('accounts:fields.password'))
    await keyboard.press('Enter')
    await expect(step.field('code')).toBeFocused()
    await type(app?.code() ?? '')
    await expect(account.heading('admin-orders:title')).toBeVisible()
    // Two factors are enough, so the page names no deadline.
    await expect(page.getByRole('link', { name: t('admin-second-factors:setUp') })).toHaveCount(0)
  })

  await test.step('a file with other people’s data requires a fresh proof and is then downloaded automatically', async () => {
    await server.restart(PROOF_OVER_MS)
    if (app) app.aheadMs = PROOF_OVER_MS
    await page.reload()
    const exportButton = page.getByRole('button', { name: t('admin-orders:export') }).first()
    await visitor.tabTo(exportButton, 120)
    await keyboard.press('Enter')
    await expect(step.dialog('proofTitle')).toBeVisible()
    expect(await findViolations(visitor)).toEqual([])
    // After cancelling, nothing is downloaded, and the user can try again.
    await keyboard.press('Escape')
    await expect(step.dialog('proofTitle')).toBeHidden()
    await visitor.tabTo(exportButton, 120)
    await keyboard.press('Enter')
    await expect(step.field('code')).toBeFocused()
    const download = page.waitForEvent('download')
    await type(app?.code() ?? '')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await expect(step.dialog('proofTitle')).toBeHidden()
    // The proof is still fresh, so the next download starts at once.
    const next = page.waitForEvent('download')
    await visitor.tabTo(exportButton, 120)
    await keyboard.press('Enter')
    await next
  })
  // Browsers report each rejected call, such as the one with the wrong code.
  const errors = visitor.complaints.filter((text) => !text.startsWith('Failed to load resource'))
  expect(errors).toEqual([])
  await visitor.leave()
})

test('on a phone, a recovery code replaces the app once, and its owner is notified', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { email } = await server.newPerson()
  const { visitor, page, t, account, step, logIn, logOut, setUp } = await arriveAt(browser, PHONE)
  await logIn(email, '/profile/security')
  const { codes } = await setUp()
  const [code = ''] = codes

  const byCode = async (typed: string) => {
    await logOut()
    await logIn(email, '/profile/security')
    await step.button('useOneTime').click()
    await expect(step.field('oneTime')).toBeFocused()
    await step.field('oneTime').fill(typed)
    await step.logIn.click()
  }
  // As people type it: in lower case, and with a space.
  await byCode(` ${code.toLowerCase().replace('-', ' ')}`)
  await expect(account.heading('second-factors:title')).toBeVisible()
  await expect(page.getByText(t('second-factors:codesLeft', { count: 9 }))).toBeVisible()
  await server.mailed(email, 'Ein Code, der einmal gilt, wurde benutzt')
  await byCode(code)
  await expect(step.field('oneTime')).toHaveAttribute('aria-invalid', 'true')
  const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overhang), 'nothing is wider than the phone').toBeLessThanOrEqual(0)
  expect(await findViolations(visitor)).toEqual([])
  await visitor.leave()
})

test('a passkey counts as the second step and as the proof', async ({ browser }) => {
  test.setTimeout(180_000)
  const { email: chief } = await server.newChief()
  const { visitor, page, t, account, step, logIn, logOut, setUp } = await arriveAt(browser)
  await addVirtualAuthenticator(page)
  await logIn(chief, '/profile/security')
  await setUp()
  await account.button('security:passkeys.add').click()
  await account.field('security:passkeys.name').fill('Schlüsselbund')
  await account.button('security:passkeys.addNow').click()
  await expect(page.getByRole('heading', { name: 'Schlüsselbund' })).toBeVisible()

  await logOut()
  await logIn(chief, '/admin/orders')
  await expect(step.dialog('stepTitle')).toBeVisible()
  await step.button('usePasskey').click()
  await expect(account.heading('admin-orders:title')).toBeVisible()

  await server.restart(PROOF_OVER_MS)
  await page.reload()
  await page
    .getByRole('button', { name: t('admin-orders:export') })
    .first()
    .click()
  await expect(step.dialog('proofTitle')).toBeVisible()
  const download = page.waitForEvent('download')
  await step.button('usePasskey').click()
  await download
  await expect(step.dialog('proofTitle')).toBeHidden()
  await visitor.leave()
})

test('an administrator resets a lost second factor, and its owner logs in with the password', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const chief = await server.newChief()
  const other = await server.newPerson()
  const { version } = await server.api.get<{ version: number }>(
    `/admin/roles/byId?id=${other.userId}`,
    chief.token,
  )
  const given = { id: other.userId, version, tasks: ['administration'] }
  await server.api.post('/admin/roles/set', given, chief.token)
  const lost = await arriveAt(browser)
  await lost.logIn(other.email, '/profile/security')
  await lost.setUp()

  const helper = await arriveAt(browser)
  await helper.logIn(chief.email, `/admin/users/${other.userId}`)
  const reset = helper.page.getByRole('button', {
    name: helper.t('admin-users:resetSecondFactor.action'),
  })
  await reset.click()
  const dialog = helper.page.getByRole('dialog')
  await expect(dialog).toContainText(helper.t('admin-users:resetSecondFactor.body'))
  expect(await findViolations(helper.visitor)).toEqual([])
  await dialog
    .getByRole('button', { name: helper.t('admin-users:resetSecondFactor.submit') })
    .click()
  await expect(
    helper.page.getByText(helper.t('admin-users:resetSecondFactor.done')).first(),
  ).toBeVisible()
  await server.mailed(other.email, 'Dein zweiter Schritt wurde zurückgesetzt')

  // The session has ended, and the next login needs only the password.
  await lost.page.reload()
  await expect(lost.step.button('otherApp')).toBeHidden()
  await lost.logIn(other.email, '/profile/security')
  await expect(lost.step.button('setUp')).toBeVisible()
  // Administrators cannot reset their own second factor.
  await helper.page.goto(`${server.origin}/admin/users/${chief.userId}`)
  await expect(helper.page.getByText(chief.email).first()).toBeVisible()
  await expect(reset).toHaveCount(0)
  await lost.visitor.leave()
  await helper.visitor.leave()
})
