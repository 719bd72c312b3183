import { expect, test } from '@playwright/test'
import { AccountScreens, type NewNeighbour } from './drivers/account-screens.ts'
import { Api, freshEmail } from './drivers/api.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

interface Account {
  letterbox: { id: string }
  privacy: Record<string, boolean>
}

const neighbour = (): NewNeighbour => ({
  firstname: 'Noa',
  lastname: 'Baumann',
  email: freshEmail(),
  address: 'Seefeldstrasse 20',
  postcode: '8008',
  city: 'Zürich',
})

/** The map shows the letterbox that was just registered. */
async function expectOwnLetterbox({ page, t }: Visitor): Promise<void> {
  await expect(page).toHaveURL(/\/map\/letterbox\//)
  await expect(page.getByText(t('letterboxes:overlay.own'), { exact: true })).toBeVisible()
}

test('registration takes fewer than 25 taps and fields on a phone, from "Participate" to the letterbox on the map', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const account = new AccountScreens(visitor)
  await new MapScreen(visitor).open()
  await visitor.page.getByRole('button', { name: visitor.t('layout:menu') }).click()
  const startedAt = Date.now()
  await visitor.tap(visitor.page.getByRole('link', { name: visitor.t('layout:participate') }))
  await visitor.tap(account.startRegistration)
  const noa = neighbour()
  await account.fillAccount(noa)
  await account.fillAddress(noa)
  await account.placeLetterbox()
  await account.pickStickers(['Bohrmaschine', 'Leiter', 'Zelt'])
  await expectOwnLetterbox(visitor)

  const { taps, fields } = visitor
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const effort = `${taps} taps, ${fields} fields, ${seconds} s`
  test.info().annotations.push({ type: 'effort', description: effort })
  process.stdout.write(`    registration on a phone: ${effort}\n`)
  expect(taps + fields).toBeLessThan(25)

  // No neighbour could send a request yet; one press changes that.
  const reach = visitor.page.getByRole('form', { name: visitor.t('privacy:reach.title') })
  await visitor.tap(reach.getByRole('button', { name: visitor.t('privacy:reach.save') }))
  await expect(visitor.page.getByText(visitor.t('privacy:reach.saved'))).toBeVisible()
  await expect(reach).toBeHidden()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('registration works by keyboard only', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const { keyboard } = page
  const account = new AccountScreens(visitor)
  const noa = neighbour()
  const press = async (target: Parameters<Visitor['tabTo']>[0], key = 'Enter') => {
    await visitor.tabTo(target)
    await keyboard.press(key)
  }
  const type = async (key: string, text: string) => {
    await visitor.tabTo(account.field(key))
    await keyboard.type(text)
  }

  await page.goto('/participate')
  await press(account.startRegistration)
  await type('accounts:fields.email', noa.email)
  await type('accounts:fields.firstname', noa.firstname)
  await type('accounts:fields.lastname', noa.lastname)
  await keyboard.press('Enter')
  await type('profile:fields.address', noa.address)
  await type('profile:fields.postcode', noa.postcode)
  await type('profile:fields.city', noa.city)
  await keyboard.press('Enter')

  // Arrow keys move the letterbox; if the address was not found, a button places it on the map first.
  await expect(account.locationMarker.or(account.placeHere)).toBeVisible({ timeout: 30_000 })
  if (await account.placeHere.isVisible()) await press(account.placeHere)
  // Only the town was found: after zooming in, its centre is not accepted without confirmation.
  await expect(account.locationScale).toHaveText('1 km')
  await press(account.button('accounts:register.next'))
  await expect(account.townQuestion).toBeVisible()
  await keyboard.press('Escape')
  await expect(account.townQuestion).toBeHidden()
  await visitor.tabTo(account.locationMarker)
  const leftEdge = async () => (await account.locationMarker.boundingBox())?.x ?? 0
  const before = await leftEdge()
  for (let steps = 0; steps < 5; steps++) await keyboard.press('ArrowRight')
  await expect.poll(leftEdge).toBeGreaterThan(before)
  await press(account.button('accounts:register.next'))

  await visitor.tabTo(page.getByRole('searchbox', { name: visitor.t('items:searchLabel') }))
  await keyboard.type('Zelt')
  const tent = page.getByRole('button', { name: 'Zelt', exact: true })
  await press(tent, 'Space')
  await expect(tent).toHaveAttribute('aria-pressed', 'true')
  await press(account.button('accounts:register.finish'))
  await expectOwnLetterbox(visitor)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('registration of a borrower ends after the address, which stays private', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const account = new AccountScreens(visitor)
  const noa = neighbour()
  await visitor.page.goto('/auth/register/step1')
  await account.fillAccount(noa)
  await account.typeAddress(noa)
  await visitor.tap(account.button('accounts:register.onlyBorrow.action'))
  await expect(account.heading('accounts:confirmEmail.waiting.title')).toBeVisible()
  const card = visitor.page.getByRole('form', { name: visitor.t('privacy:reach.answersTitle') })
  await visitor.tap(card.getByRole('button', { name: visitor.t('privacy:reach.save') }))
  await expect(card).toBeHidden()
  const token = await api.confirm(noa.email)
  const { letterbox, privacy } = await api.get<Account>('/users/userinfo', token)
  expect(privacy).toMatchObject({
    show_on_map: false,
    enable_messaging: false,
    enable_notifications: true,
  })
  const path = `/letterboxes/getLetterboxById?letterbox_id=${letterbox.id}`
  expect((await api.request('GET', path)).status).toBe(404)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
