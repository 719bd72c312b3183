import { expect, type Page, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender } from './drivers/neighbours.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'Ordner in drei Farben'
/** Published, and locked in production. */
const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }

const SCREENS = ['', '/orders', '/letterboxes', '/reports', '/users', '/audit']

interface Read {
  id: string
  version: number
}

async function logIn(visitor: Visitor, { email, password }: { email: string; password: string }) {
  await visitor.page.goto('/auth/login')
  await new AccountScreens(visitor).logIn(email, password)
  await expect(new MapScreen(visitor).map).toBeVisible()
}

/** The document, which says nothing of who may see more, and what is shown of it. */
async function open(page: Page, screen: string): Promise<number | undefined> {
  return (await page.goto(`/admin${screen}`))?.status()
}

test('there is no back office for visitors, members, and who was an admin a moment ago', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const { api_token: token } = await api.post<{ api_token: string }>('/auth/login', ADMIN)
  const member = await createLender(api, PASSWORD)
  const visitor = await Visitor.arrive(browser)
  const nothing = visitor.page.getByRole('heading', { name: visitor.t('layout:notFound.title') })
  for (const screen of SCREENS) {
    expect(await open(visitor.page, screen)).toBe(404)
    await expect(nothing).toBeVisible()
  }

  await logIn(visitor, { email: member.email, password: PASSWORD })
  for (const screen of SCREENS) {
    await open(visitor.page, screen)
    await expect(nothing).toBeVisible()
  }
  await visitor.page.goto('/profile')
  await expect(visitor.page.getByText(visitor.t('profile:dashboard.backOffice'))).toHaveCount(0)

  const setRole = async (role: string) => {
    const path = `/admin/users/byId?id=${member.userId}`
    const { id, version } = await api.ask<Read>('GET', path, { token })
    await api.post('/admin/users/setRole', { id, version, role }, token)
  }

  await test.step('a new admin finds the way there, and people by keyboard', async () => {
    await setRole('admin')
    await visitor.page.goto('/profile')
    await visitor.tap(
      visitor.page.getByRole('link', { name: visitor.t('profile:dashboard.backOffice') }),
    )
    const navigation = visitor.page.getByRole('navigation', { name: visitor.t('admin:navigation') })
    await navigation.getByRole('link', { name: visitor.t('admin:screens.users') }).focus()
    await visitor.page.keyboard.press('Enter')
    const search = visitor.page.getByRole('searchbox')
    await search.focus()
    await visitor.page.keyboard.type(member.email)
    await visitor.page.keyboard.press('Enter')
    await expect(visitor.page.getByText(member.email)).toBeVisible()
    await expect(visitor.page.getByRole('row')).toHaveCount(2)
    expect(new URL(visitor.page.url()).searchParams.get('search')).toBe(member.email)
    expect(await findViolations(visitor)).toEqual([])
  })

  await test.step('and is shown nothing more the moment the role is taken', async () => {
    await setRole('member')
    await visitor.page
      .getByRole('navigation', { name: visitor.t('admin:navigation') })
      .getByRole('link', { name: visitor.t('admin:screens.audit') })
      .click()
    await expect(nothing).toBeVisible()
  })
  await visitor.page.close()
})

test('letterboxes are imported from a file, and taken back', async ({ browser }) => {
  const admin = await Visitor.arrive(browser)
  await logIn(admin, ADMIN)
  await admin.page.goto('/admin/imports')
  const name = `Prüfgasse ${Date.now() % 100_000}`
  const lines = [
    'address;postcode;city;latitude;longitude;items;email;messaging',
    `${name};8004;Zürich;47.3761;8.5262;Leiter, Beamer;;ja`,
    `${name} a;8004;Zürich;47.3761;8.5262;Hexenbesen;;`,
  ]
  await admin.page.getByLabel(admin.t('admin-imports:file')).setInputFiles({
    name: 'strasse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await admin.tap(admin.page.getByRole('button', { name: admin.t('admin-imports:check') }))
  const run = admin.page.getByRole('button', { name: admin.t('admin-imports:run', { count: 1 }) })
  await expect(run).toBeVisible()
  await expect(
    admin.page.getByText(admin.t('admin-imports:problems.item_unknown', { text: 'Hexenbesen' })),
  ).toBeVisible()
  await expect(
    admin.page.getByText(admin.t('admin-imports:problems.messaging_without_email')),
  ).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.tap(run)
  const undo = admin.page.getByRole('button', { name: admin.t('admin-imports:undo') })
  await admin.tap(undo)
  await admin.tap(
    admin.page.getByRole('dialog').getByRole('button', { name: admin.t('admin-imports:undo') }),
  )
  await expect(admin.page.getByText(admin.t('admin-imports:explained.undone'))).toBeVisible()
  await admin.page.goto('/admin/audit')
  await expect(admin.page.getByText('strasse.csv').first()).toBeVisible()
})
