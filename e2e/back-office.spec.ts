import { expect, type Locator, type Page, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'Ordner in drei Farben'
/** A published password; the account is locked in production. */
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

/** Opens a screen; the status of its document is the same for every visitor. */
async function open(page: Page, screen: string): Promise<number | undefined> {
  return (await page.goto(`/admin${screen}`))?.status()
}

test('the back office is closed to visitors, members and former admins', async ({
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

  const setTasks = async (...tasks: string[]) => {
    const path = `/admin/roles/byId?id=${member.userId}`
    const { id, version } = await api.ask<Read>('GET', path, { token })
    await api.post('/admin/roles/set', { id, version, tasks }, token)
  }

  const navigation = visitor.page.getByRole('navigation', { name: visitor.t('admin:navigation') })

  await test.step('a new admin finds the back office, and people by keyboard', async () => {
    await setTasks('administration')
    await visitor.page.goto('/profile')
    await visitor.tap(
      visitor.page.getByRole('link', { name: visitor.t('profile:dashboard.backOffice') }),
    )
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

  await test.step('the new admin sees at once which tasks are left and why when one is removed', async () => {
    await setTasks('shipping', 'texts')
    await navigation.getByRole('link', { name: visitor.t('admin:screens.audit') }).click()
    await expect(visitor.page.getByText(visitor.t('admin:tasksChanged'))).toBeVisible()
    await expect(visitor.page.getByText(visitor.t('admin:code.task_missing'))).toBeVisible()
    // The link also shows how many things are waiting.
    await expect(navigation.getByRole('link')).toContainText(
      (['items', 'orders', 'announcements', 'settings'] as const).map((screen) =>
        visitor.t(`admin:screens.${screen}`),
      ),
    )
  })

  await test.step('the new admin sees nothing of it once the last task is removed', async () => {
    await setTasks()
    await navigation.getByRole('link', { name: visitor.t('admin:screens.orders') }).click()
    await expect(nothing).toBeVisible()
  })
  await visitor.page.close()
})

test('tasks are granted and revoked by keyboard, and two tabs do not overwrite each other', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const { email } = await api.registerNeighbour([LADDER.id])
  const admin = await Visitor.arrive(browser)
  await logIn(admin, ADMIN)
  const openTasks = async (page: Page) => {
    await page.goto(`/admin/users?search=${email}`)
    await page.getByRole('row').getByRole('link').click()
    await page.getByRole('link', { name: admin.t('admin-users:tasks.action') }).click()
    await expect(page.getByText(email)).toBeVisible()
    return page.getByRole('listitem').filter({ hasText: email })
  }
  const box = (person: Locator, task: 'shipping' | 'treasury') =>
    person.getByRole('checkbox', { name: admin.t(`admin:tasks.${task}`) })
  const save = (person: Locator) =>
    person.getByRole('button', { name: admin.t('admin-roles:save') })

  const person = await openTasks(admin.page)
  const otherTab = await admin.page.context().newPage()
  const late = await openTasks(otherTab)
  await box(late, 'treasury').check()

  await box(person, 'shipping').focus()
  await admin.page.keyboard.press('Space')
  await save(person).focus()
  await admin.page.keyboard.press('Enter')
  await expect(admin.page.getByText(admin.t('admin-roles:saved'))).toBeVisible()
  await expect(box(person, 'shipping')).toBeChecked()
  expect(await findViolations(admin)).toEqual([])

  await save(late).click()
  await expect(otherTab.getByText(admin.t('admin-roles:refused.changed'))).toBeVisible()
  await expect(box(late, 'shipping')).toBeChecked()
  await expect(box(late, 'treasury')).not.toBeChecked()
  await admin.page.close()
  await otherTab.close()
})

test('an import of letterboxes from a file can be undone', async ({ browser }) => {
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
  const run = admin.page.getByRole('button', { name: admin.t('admin-imports:run', { count: 2 }) })
  await expect(run).toBeVisible()
  const unknown = admin.page.getByText(
    admin.t('admin-imports:problems.item_unknown', { text: 'Hexenbesen' }),
  )
  await expect(unknown).toBeVisible()
  await expect(
    admin.page.getByText(admin.t('admin-imports:problems.messaging_without_email')),
  ).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.page
    .getByLabel(admin.t('admin-imports:choice.label', { name: 'Hexenbesen' }))
    .selectOption('none')
  await admin.tap(
    admin.page.getByRole('button', { name: admin.t('admin-imports:choice.send') }).last(),
  )
  await expect(unknown).toBeHidden()
  await admin.tap(run)
  const dialog = admin.page.getByRole('dialog')
  await expect(
    dialog.getByText(admin.t('admin-imports:publicity.would', { count: 2 })),
  ).toBeVisible()
  await admin.tap(dialog.getByRole('button', { name: admin.t('admin-imports:run', { count: 2 }) }))
  const undo = admin.page.getByRole('button', { name: admin.t('admin-imports:undo') })
  await admin.tap(undo)
  await admin.tap(
    admin.page.getByRole('dialog').getByRole('button', { name: admin.t('admin-imports:undo') }),
  )
  await expect(admin.page.getByText(admin.t('admin-imports:explained.undone'))).toBeVisible()
  await admin.page.goto('/admin/audit')
  await expect(admin.page.getByText('strasse.csv').first()).toBeVisible()
})
