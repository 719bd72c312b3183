import { expect, test } from '@playwright/test'
import { CLIENT, startIdentityProvider } from '#app/server/testing/identity-provider-server.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { isAtMap } from './drivers/map-screen.ts'
import { freePort, spawnServer } from './drivers/server-process.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'zwölf Bretter am Zaun'
const PROVIDER = { provider: 'Verein' }

test('members link the account of the association and log in with it; people without an account register', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const port = await freePort()
  const folder = await dataFolder()
  const origin = `http://127.0.0.1:${port}`
  const provider = await startIdentityProvider({
    redirectUris: [`${origin}/auth/provider/verein`],
    accounts: {},
    withPage: true,
  })
  const server = await spawnServer(
    {
      DATA_DIR: folder.path,
      PUBLIC_URL: origin,
      OIDC_PROVIDERS: 'verein',
      OIDC_VEREIN_NAME: 'Verein',
      OIDC_VEREIN_ISSUER: provider.issuer,
      OIDC_VEREIN_CLIENT_ID: CLIENT.id,
      OIDC_VEREIN_CLIENT_SECRET: CLIENT.secret,
    },
    port,
  )
  await server.ready()
  const api = new Api(server.origin)
  const neighbour = await api.registerNeighbour()
  await api.post('/auth/setPassword', { password: PASSWORD }, neighbour.token)
  provider.accounts.ada = { email: neighbour.email, email_verified: true, given_name: 'Ada' }
  provider.accounts.eva = {
    email: 'eva@example.org',
    email_verified: true,
    given_name: 'Eva',
    family_name: 'Neu',
  }

  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const { page, t } = visitor
  const account = new AccountScreens(visitor)
  const logInAs = async (name: string, from: string) => {
    // Makes the provider forget the user; the app itself has no cookies.
    await visitor.context.clearCookies()
    await page.goto(`${origin}/auth/login?from=${from}`)
    await page
      .getByRole('button', { name: t('identity-providers:logIn', PROVIDER), exact: true })
      .click()
    await page.getByRole('link', { name, exact: true }).click()
  }

  // Cancelled at the provider: the page explains it and offers the other ways.
  await logInAs('Leave', '/profile/security')
  await expect(account.heading('identity-providers:failed.title')).toBeVisible()
  await expect(page.getByText(t('errors:code.provider_denied'))).toBeVisible()

  // The same address is not enough: the user logs in the old way once, then the account is linked.
  await logInAs('ada', '/profile/security')
  await expect(account.heading('identity-providers:unknown.hasAccountTitle')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(await findViolations(visitor)).toEqual([])
  await page.getByRole('link', { name: t('identity-providers:unknown.logIn') }).click()
  await account.logIn(neighbour.email, PASSWORD)
  await page.getByRole('button', { name: t('identity-providers:unknown.link') }).click()
  await expect(account.heading('identity-providers:linked.title')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verein', exact: true })).toBeVisible()
  expect(await findViolations(visitor)).toEqual([])

  // After such a login, the logout page also offers to log out at the provider.
  await page.goto(`${origin}/auth/logout`)
  await page.getByRole('link', { name: t('identity-providers:leave.toMap'), exact: true }).click()
  await page.waitForURL(isAtMap)
  await logInAs('ada', '/profile/security')
  await expect(account.heading('identity-providers:linked.title')).toBeVisible()

  // Unlinks the provider.
  await page
    .getByRole('button', { name: t('identity-providers:linked.removeOf', PROVIDER) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('identity-providers:linked.remove'), exact: true })
    .click()
  await expect(
    page.getByRole('button', { name: t('identity-providers:linked.add', PROVIDER) }),
  ).toBeVisible()
  // The provider then asks for its own confirmation.
  await page.goto(`${origin}/auth/logout`)
  const leave = page.getByRole('link', { name: t('identity-providers:leave.there', PROVIDER) })
  await expect(leave).toBeVisible()
  expect(await findViolations(visitor)).toEqual([])
  await leave.click()
  await page.waitForURL(`${provider.issuer}/session/end?**`)
  await page.goto(`${origin}/profile`)
  await page.waitForURL(`${origin}/auth/login**`)

  // A new user: the form is prefilled, and the address needs no confirmation mail.
  await logInAs('eva', '/profile/security')
  await page.getByRole('button', { name: t('identity-providers:unknown.register') }).click()
  await expect(account.field('accounts:fields.email')).toHaveValue('eva@example.org')
  await expect(account.field('accounts:fields.lastname')).toHaveValue('Neu')
  await account.button('accounts:register.next').click()
  await account.typeAddress({
    firstname: '',
    lastname: '',
    email: '',
    address: 'Langstrasse 12',
    postcode: '8004',
    city: 'Zürich',
  })
  await account.button('accounts:register.submit').click()
  await page.waitForURL(/step3/i)

  // From then on the button is enough, and leads to the requested page.
  await page.goto(`${origin}/auth/logout`)
  await page.getByRole('link', { name: t('identity-providers:leave.toMap'), exact: true }).click()
  await page.waitForURL(isAtMap)
  await logInAs('eva', '/participate?way=1')
  await page.waitForURL(`${origin}/participate?way=1`)
  expect(visitor.complaints.filter((line) => !line.includes('403'))).toEqual([])
  await visitor.leave()
  await server.stop()
  await provider.close()
  folder.remove()
})
