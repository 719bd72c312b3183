import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { AccountScreens } from './account-screens.ts'
import { type Api, confirmationToken, freshEmail } from './api.ts'
import { BorrowDialog } from './borrow-dialog.ts'
import { InboxScreen } from './inbox-screen.ts'
import { coloursOfMap, MapScreen } from './map-screen.ts'
import { LADDER, type Lender } from './neighbours.ts'
import { ResellersScreen } from './resellers-screen.ts'
import { ROOT } from './server-process.ts'
import type { Language } from './texts.ts'
import type { Visitor } from './visitor.ts'

/** Pictures decoded, fonts there, nothing left to be painted. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const seen = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < window.innerHeight
    })
    // A picture that is replaced while it loads never ends.
    const late = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([Promise.allSettled(seen.map((image) => image.decode())), late])
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Writes a picture of the screen for a person to look at; nothing is compared. */
export async function takePicture(page: Page, set: string, name: string): Promise<void> {
  const folder = join(ROOT, 'e2e', 'screenshots', set)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/**
 * Walks through every screen of the main path and stops at each; the name tells which it is.
 * What the consumer changes (size, colours) has to be put back before going on.
 */
export async function* screensOfMainPath(
  visitor: Visitor,
  { api, lender, language }: { api: Api; lender: Lender; language: Language },
): AsyncGenerator<string> {
  yield* searching(visitor, lender, language)
  yield* loggedOutPages(visitor)
  const email = yield* registering(visitor, language)
  yield* becomingMember(visitor, api, email)
  yield* asking(visitor, { api, lender, language })
}

async function* searching(visitor: Visitor, lender: Lender, language: Language) {
  const map = new MapScreen(visitor)
  const sticker = LADDER[language]
  await map.open()
  await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
  await map.openFilter()
  await expect(map.sticker(sticker)).toBeVisible()
  yield 'filter'
  await visitor.tap(visitor.page.getByRole('button', { name: visitor.t('map:panel.close') }))
  await expect(map.filter).toBeHidden()
  yield 'map'
  await map.openFilter()
  await visitor.tap(map.sticker(sticker))
  await expect(map.row(lender.address)).toBeVisible()
  yield 'nearby'
  await visitor.tap(map.row(lender.address))
  await expect(map.borrowButton(sticker)).toBeVisible()
  yield 'letterbox'
  await visitor.tap(map.borrowButton(sticker))
  await expect(new BorrowDialog(visitor).registerLink).toBeVisible()
  yield 'borrow-logged-out'
}

async function* loggedOutPages(visitor: Visitor) {
  const account = new AccountScreens(visitor)
  await visitor.page.goto('/auth/login')
  await visitor.tap(account.button('accounts:login.submit'))
  await expect(account.field('accounts:fields.email')).toHaveAttribute('aria-invalid', 'true')
  yield 'login-refused'
  await visitor.page.goto('/auth/forgotPassword')
  await visitor.tap(account.button('accounts:forgotPassword.submit'))
  await expect(account.field('accounts:fields.email')).toHaveAttribute('aria-invalid', 'true')
  yield 'forgot-password'
  await visitor.page.goto('/auth/resetPassword?token=anything')
  await visitor.fill(account.field('accounts:fields.newPassword'), 'Gartenzaun')
  yield 'reset-password'
  const resellers = new ResellersScreen(visitor)
  await resellers.open()
  yield 'resellers'
  for (const path of ['participate', 'about', 'privacy']) {
    await visitor.page.goto(`/${path}`)
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
    yield path === 'privacy' ? 'privacy-notice' : path
  }
  await visitor.page.goto('/hier/ist/nichts')
  await expect(account.heading('layout:notFound.title')).toBeVisible()
  yield 'not-found'
}

async function* registering(visitor: Visitor, language: Language) {
  const account = new AccountScreens(visitor)
  const neighbour = {
    firstname: 'Mara',
    lastname: 'Inderbitzin',
    email: freshEmail(),
    address: 'Seefeldstrasse 20',
    postcode: '8008',
    city: 'Zürich',
  }
  await visitor.page.goto('/auth/register/step1')
  await expect(account.heading('accounts:register.titles.account')).toBeVisible()
  yield 'register-1-account'
  await account.fillAccount(neighbour)
  await expect(account.heading('accounts:register.titles.letterbox')).toBeVisible()
  yield 'register-2-address'
  await account.fillAddress(neighbour)
  await expect(account.locationMarker).toBeVisible()
  await expect.poll(() => coloursOfMap(visitor.page)).toBeGreaterThan(2)
  yield 'register-3-location'
  await account.placeLetterbox()
  await visitor.tap(visitor.page.getByRole('button', { name: LADDER[language], exact: true }))
  yield 'register-4-items'
  await account.pickStickers([])
  await expect(visitor.page.getByText(visitor.t('accounts:register.done')).first()).toBeVisible()
  yield 'own-letterbox'
  return neighbour.email
}

async function* becomingMember(visitor: Visitor, api: Api, email: string) {
  const account = new AccountScreens(visitor)
  const { page, t } = visitor
  await page.goto('/auth/confirmEmail')
  await expect(account.heading('accounts:confirmEmail.waiting.title')).toBeVisible()
  yield 'confirm-email'
  const { text } = await api.mailTo(email)
  await page.goto(`/auth/confirmEmail?email_confirmation_token=${confirmationToken(text)}`)
  await expect(account.heading('accounts:setPassword.title')).toBeVisible()
  yield 'set-password'
  await account.setPassword('neun Stickerbögen im Flur')
  await expect(
    page.getByRole('navigation', { name: t('profile:dashboard.settings') }),
  ).toBeVisible()
  yield 'profile'
  await page.goto('/profile/inbox')
  await expect(account.heading('inbox:empty.title')).toBeVisible()
  yield 'inbox-empty'
  await page.goto('/profile/privacy')
  const messaging = page.getByRole('switch', { name: t('privacy:enable_messaging.label') })
  await messaging.click()
  await expect(messaging).toBeChecked()
  yield 'privacy'
  const edit = async (path: string, shown: Locator) => {
    await page.goto(`/profile/${path}`)
    await expect(shown).toBeVisible()
  }
  await edit('updateLetterBoxAddress', account.field('profile:fields.address'))
  yield 'edit-address'
  await edit('updateLetterBoxLocation', account.locationMarker)
  yield 'edit-location'
  await edit('updateLetterBoxItems', page.getByRole('main').getByRole('button', { pressed: true }))
  yield 'edit-items'
  await edit('updateAccount', account.field('accounts:fields.currentPassword'))
  yield 'edit-account'
  await edit('userOrders', account.heading('orders:empty.title'))
  yield 'orders'
  await edit('deleteAccount', account.button('accounts:deleteAccount.submit'))
  yield 'delete-account'
}

interface Request {
  api: Api
  lender: Lender
  language: Language
}

async function* asking(visitor: Visitor, { api, lender, language }: Request) {
  const map = new MapScreen(visitor)
  const borrow = new BorrowDialog(visitor)
  const inbox = new InboxScreen(visitor)
  await map.open(`/map/letterbox/${lender.letterboxId}`)
  await visitor.tap(map.borrowButton(LADDER[language]))
  await visitor.fill(borrow.message, 'Hallo! Dürfte ich am Samstag deine Leiter ausleihen?')
  yield 'borrow'
  await visitor.tap(borrow.send)
  await expect(borrow.dialog).toBeHidden()
  const [asked] = await api.get<{ id: string }[]>('/transactions', lender.token)
  const answer = { transaction_id: asked?.id, text: 'Gerne, sie steht vor der Tür.' }
  await api.post('/transactions/sendMessage', answer, lender.token)
  await visitor.page.goto('/profile/inbox')
  await expect(inbox.conversation(LADDER[language])).toBeVisible()
  yield 'inbox'
  await visitor.tap(inbox.conversation(LADDER[language]))
  await expect(inbox.message('Gerne, sie steht vor der Tür.')).toBeVisible()
  yield 'conversation'
}
