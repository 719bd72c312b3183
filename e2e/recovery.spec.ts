import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, until } from './drivers/api.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'sieben Siegel aus Wachs'

async function recoveryToken(api: Api, email: string): Promise<string> {
  return until(async () => {
    const mails = await api.mailsTo(email)
    return mails.map(({ text }) => /resetPassword\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
  }, 'the recovery mail')
}

test('a forgotten password is replaced by mail, and an account can be exported and deleted', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const { email } = await api.registerNeighbour()
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const { page, t } = visitor
  const account = new AccountScreens(visitor)

  await test.step('requests the mail with the address typed at the login', async () => {
    await page.goto('/auth/login')
    await visitor.fill(account.field('accounts:fields.email'), email)
    await visitor.tap(page.getByRole('link', { name: t('accounts:login.forgot') }))
    await expect(account.field('accounts:fields.email')).toHaveValue(email)
    await visitor.tap(account.button('accounts:forgotPassword.submit'))
    await expect(account.heading('accounts:mailSent.title')).toBeVisible()
  })

  await test.step('the link is removed from the address bar before anything else is loaded', async () => {
    const token = await recoveryToken(api, email)
    const requested: string[] = []
    page.on('request', (request) => {
      requested.push(`${request.url()} ${request.headers().referer ?? ''}`)
    })
    const mailed = `/auth/resetPassword?token=${token}`
    await page.goto(mailed)
    await expect(account.heading('accounts:resetPassword.title')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/resetPassword$/)
    const document = `${new URL(mailed, baseURL).href} `
    expect(requested.filter((request) => request.includes(token))).toEqual([document])
    await visitor.fill(account.field('accounts:fields.newPassword'), PASSWORD)
    await visitor.tap(account.button('accounts:setPassword.submit'))
    await expect(page).toHaveURL((url) => url.pathname === '/map')
  })

  await test.step('downloads the data and deletes the account', async () => {
    await page.goto('/profile/deleteAccount')
    const download = page.waitForEvent('download')
    await visitor.tap(account.button('accounts:data.download'))
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(email)
    const word = t('accounts:deleteAccount.word')
    const field = page.getByLabel(t('accounts:deleteAccount.wordLabel', { word }))
    await visitor.fill(field, word.toUpperCase())
    await visitor.tap(account.button('accounts:deleteAccount.submit'))
    await expect(account.heading('accounts:deleteAccount.done.title')).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/')
    const login = await api.request('POST', '/auth/login', { body: { email, password: PASSWORD } })
    expect(login.status).toBe(401)
  })
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
