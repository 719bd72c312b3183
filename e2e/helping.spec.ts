import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'Gartentor mit Klingel'
/** A published password; the account is locked in production. */
const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }

async function arriveAsAdmin(browser: Parameters<typeof Visitor.arrive>[0]): Promise<Visitor> {
  const admin = await Visitor.arrive(browser)
  await admin.page.goto('/auth/login')
  await new AccountScreens(admin).logIn(ADMIN.email, ADMIN.password)
  await expect(new MapScreen(admin).map).toBeVisible()
  return admin
}

test('the staff sends a link whose button logs in once', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '')
  const person = await createLender(api, PASSWORD)
  const admin = await arriveAsAdmin(browser)
  await admin.page.goto(`/admin/users/${person.userId}`)
  await admin.tap(admin.page.getByRole('button', { name: admin.t('admin-users:help.action') }))
  const dialog = admin.page.getByRole('dialog')
  await expect(dialog.getByText(person.email)).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.tap(dialog.getByRole('button', { name: admin.t('admin-users:help.submit') }))
  await expect(admin.page.getByText(admin.t('admin-users:help.done'))).toBeVisible()

  const link = await until(async () => {
    const texts = (await api.mailsTo(person.email)).map(({ text }) => text)
    return texts.map((text) => /\/auth\/loginLink\?token=[\w-]+/.exec(text)?.[0]).find(Boolean)
  }, 'a link to log in')
  const helped = await Visitor.arrive(browser)
  // Opening the page does not use up the link.
  for (let times = 0; times < 2; times++) await helped.page.goto(link)
  const button = helped.page.getByRole('button', { name: helped.t('accounts:loginByLink.submit') })
  await expect(button).toBeVisible()
  expect(await findViolations(helped)).toEqual([])
  await helped.tap(button)
  await expect(helped.page).toHaveURL(/\/profile$/)

  const late = await Visitor.arrive(browser)
  await late.page.goto(link)
  await expect(late.page.getByText(late.t('accounts:login.linkIsOver.title'))).toBeVisible()
})

test('merging two accounts does what its preview shows', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '')
  const kept = await createLender(api, PASSWORD)
  const gone = await api.registerNeighbour([LADDER.id])
  const admin = await arriveAsAdmin(browser)
  await admin.page.goto(`/admin/users/${kept.userId}`)
  await admin.tap(admin.page.getByRole('button', { name: admin.t('admin-users:merge.action') }))
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(gone.email)
  await admin.tap(dialog.getByRole('button', { name: gone.email }))
  await expect(dialog.getByText(admin.t('admin-users:merge.ends'))).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  const confirm = dialog.getByRole('button', { name: admin.t('admin-users:merge.submit') })
  await admin.tap(confirm)
  const field = dialog.getByLabel(admin.t('admin-users:remove.label'))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(gone.email)
  await admin.tap(confirm)
  await expect(admin.page.getByText(admin.t('admin-users:merge.done'))).toBeVisible()

  for (const email of [kept.email, gone.email]) {
    await until(
      async () => (await api.mailsTo(email)).find(({ text }) => text.includes(kept.email)),
      'a mail about the merging',
    )
  }
  await admin.page.goto(`/admin/users/${gone.userId}`)
  await expect(
    admin.page.getByRole('heading', { name: admin.t('admin-users:gone.title') }),
  ).toBeVisible()
})
