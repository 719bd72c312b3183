import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, confirmationToken, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { isAtMap } from './drivers/map-screen.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

/** The last login mail to an address: path of its link, and its code. */
async function loginMail(api: Api, email: string) {
  return until(async () => {
    const mails = await api.mailsTo(email)
    return mails
      .map(({ text }) => ({
        path: /(\/(?:auth\/setPassword)?\?lt=\S+)/.exec(text)?.[1] ?? '',
        code: /\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}\b/.exec(text)?.[0] ?? '',
      }))
      .find(({ path }) => path !== '')
  }, 'the login mail')
}

/** Acts like a mail scanner, which opens a link in its own browser, runs the scripts and presses nothing. */
async function scan(visitor: Visitor, path: string, button: string): Promise<void> {
  const calls: string[] = []
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await visitor.page.goto(path)
  await expect(visitor.page.getByRole('button', { name: visitor.t(button) })).toBeVisible()
  expect(await findViolations(visitor)).toEqual([])
  expect(calls.filter((call) => call.includes('/auth/'))).toEqual(['/api/v1/auth/lookAtLink'])
  expect(await visitor.page.evaluate(() => localStorage.getItem('letterlend.token'))).toBeNull()
}

test('a mail scanner opens a login link, and the person who asked for it still logs in', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const { email } = await api.registerNeighbour()
  const person = await Visitor.arrive(browser, { viewport: PHONE })
  const account = new AccountScreens(person)
  await person.page.goto('/auth/login')
  await person.fill(account.field('accounts:fields.email'), email)
  await person.tap(account.button('accounts:login.sendLink'))
  await expect(account.heading('accounts:mailSent.title')).toBeVisible()
  const { path } = await loginMail(api, email)

  const scanner = await Visitor.arrive(browser)
  await scan(scanner, path, 'accounts:mailedLink.login.submit')

  // The requesting browser needs no confirmation.
  await person.page.goto(path)
  await expect(account.heading('accounts:setPassword.title')).toBeVisible()

  // A second press explains why the link no longer works and what to do.
  await scanner.page
    .getByRole('button', { name: scanner.t('accounts:mailedLink.login.submit') })
    .click()
  await expect(scanner.page.getByText(scanner.t('accounts:login.linkIsOver.title'))).toBeVisible()
  await expect(new AccountScreens(scanner).button('accounts:login.sendLink')).toBeVisible()
  await person.leave()
  await scanner.leave()
})

test('a login mail read on another device logs in with its code', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '')
  const { email } = await api.registerNeighbour()
  const person = await Visitor.arrive(browser, { viewport: PHONE })
  const account = new AccountScreens(person)
  await person.page.goto('/auth/login')
  await person.fill(account.field('accounts:fields.email'), email)
  await person.tap(account.button('accounts:login.sendLink'))
  const { code } = await loginMail(api, email)
  await person.tap(account.button('accounts:confirmEmail.waiting.enterCode'))
  await person.fill(account.field('accounts:fields.code'), code)
  expect(await findViolations(person)).toEqual([])
  await person.tap(account.button('accounts:login.submit'))
  await person.page.waitForURL(isAtMap)
  expect(person.complaints).toEqual([])
  await person.leave()
})

test('a mail scanner opens a confirmation link, and the session of the new member continues', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const { email, token } = await api.register()
  const { text } = await api.mailTo(email)
  const path = `/auth/confirmEmail?email_confirmation_token=${confirmationToken(text)}`
  const scanner = await Visitor.arrive(browser)
  await scan(scanner, path, 'accounts:mailedLink.confirmation.submit')
  await scanner.leave()

  const person = await Visitor.arrive(browser, { viewport: PHONE })
  const account = new AccountScreens(person)
  await person.page.goto('/')
  await person.page.evaluate((mine) => localStorage.setItem('letterlend.token', mine), token)
  await person.page.goto('/auth/confirmEmail')
  await expect(account.heading('accounts:confirmEmail.waiting.title')).toBeVisible()
  await person.page.goto(path)
  await expect(account.heading('accounts:setPassword.title')).toBeVisible()
  expect(person.complaints).toEqual([])
  await person.leave()
})
