import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { isAtMap } from './drivers/map-screen.ts'
import { freePort, spawnServer } from './drivers/server-process.ts'
import { addVirtualAuthenticator } from './drivers/virtual-authenticator.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'zwölf Bretter am Zaun'

// Browsers support no passkeys for IP addresses, so this server is opened by name.
test('a passkey is added and logs in; another session is ended', async ({ browser }) => {
  test.setTimeout(120_000)
  const port = await freePort()
  const folder = await dataFolder()
  const origin = `http://localhost:${port}`
  const server = await spawnServer({ DATA_DIR: folder.path, PUBLIC_URL: origin }, port)
  await server.ready()
  const api = new Api(server.origin)
  const neighbour = await api.registerNeighbour()

  // A passkey can replace the first password; the profile opens and stays open.
  const newcomer = await api.registerNeighbour()
  const first = await Visitor.arrive(browser)
  await addVirtualAuthenticator(first.page)
  await first.page.addInitScript((token) => {
    localStorage.setItem('letterlend.token', token)
  }, newcomer.token)
  await first.page.goto(`${origin}/profile/updateAccount`)
  const choosing = new AccountScreens(first)
  await expect(choosing.heading('accounts:setPassword.title')).toBeVisible()
  await choosing.button('security:passkeys.add').click()
  await choosing.button('security:passkeys.addNow').click()
  await first.page.waitForURL(`${origin}/profile`)
  await first.page.goto(`${origin}/profile/updateAccount`)
  await expect(choosing.heading('accounts:account.title')).toBeVisible()
  expect(await findViolations(first)).toEqual([])
  expect(first.complaints).toEqual([])
  await first.leave()

  await api.post('/auth/setPassword', { password: PASSWORD }, neighbour.token)
  const visitor = await Visitor.arrive(browser)
  const { page, t } = visitor
  const account = new AccountScreens(visitor)
  await addVirtualAuthenticator(page)
  await page.goto(`${origin}/auth/login?from=/profile/security`)
  await account.logIn(neighbour.email, PASSWORD)
  await account.button('security:passkeys.add').click()
  await account.field('security:passkeys.name').fill('Schlüsselbund')
  await account.button('security:passkeys.addNow').click()
  await expect(page.getByRole('heading', { name: 'Schlüsselbund' })).toBeVisible()
  expect(await findViolations(visitor)).toEqual([])

  await page.goto(`${origin}/auth/logout`)
  await page.waitForURL(isAtMap)
  await page.goto(`${origin}/auth/login?from=/profile/security`)
  await account.button('accounts:passkey.logIn').click()
  await expect(account.heading('security:sessions.title')).toBeVisible()

  await page
    .getByRole('button', { name: t('security:sessions.endOf', { name: '' }).trim() })
    .click()
  await expect(page.getByText(t('security:sessions.ended'))).toBeVisible()
  expect((await api.request('GET', '/users/userinfo', { token: neighbour.token })).status).toBe(401)
  await expect(page.getByText(t('security:sessions.current'))).toBeVisible()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  await server.stop()
  folder.remove()
})
