import { expect } from '@playwright/test'
import { confirmationToken, freshEmail } from '../drivers/api.ts'
import { coloursOfMap } from '../drivers/map-screen.ts'
import { Tour } from '../drivers/tour.ts'
import { dashboard, pageAt, type Scene, type Screen } from './stage.ts'

const PASSWORD = 'neun Stickerbögen im Flur'

const NEWCOMER = {
  firstname: 'Mara',
  lastname: 'Inderbitzin',
  address: 'Seefeldstrasse 20',
  postcode: '8008',
  city: 'Zürich',
}

async function openLender({ map, cast }: Scene): Promise<void> {
  await map.open(`/map/letterbox/${cast.lender.letterboxId}`)
}

const addresses = new WeakMap<Scene['visitor'], string>()

/** From the first step of the registration to the first password, in this order. */
export const MAIN_NEWCOMER_SCREENS: Screen[] = [
  pageAt(
    'register-1-account',
    'newcomer',
    '/auth/register/step1',
    'accounts:register.titles.account',
  ),
  {
    name: 'register-2-address',
    who: 'newcomer',
    show: async ({ account, visitor }) => {
      const email = freshEmail()
      addresses.set(visitor, email)
      await account.fillAccount({ ...NEWCOMER, email })
      await expect(account.heading('accounts:register.titles.letterbox')).toBeVisible()
    },
  },
  {
    name: 'register-3-location',
    who: 'newcomer',
    show: async ({ account, page }) => {
      await account.fillAddress({ ...NEWCOMER, email: '' })
      await expect(account.locationMarker).toBeVisible()
      await expect.poll(() => coloursOfMap(page)).toBeGreaterThan(2)
    },
  },
  {
    name: 'register-4-items',
    who: 'newcomer',
    show: async ({ account, visitor, page, ladder }) => {
      await account.placeLetterbox()
      await visitor.tap(page.getByRole('button', { name: ladder, exact: true }))
    },
  },
  {
    name: 'own-letterbox',
    who: 'newcomer',
    show: async ({ account, page, t }) => {
      await account.pickStickers([])
      await expect(page.getByText(t('accounts:register.done')).first()).toBeVisible()
    },
  },
  pageAt('confirm-email', 'newcomer', '/auth/confirmEmail', 'accounts:confirmEmail.waiting.title'),
  {
    name: 'borrow-unconfirmed',
    who: 'newcomer',
    show: async (scene) => {
      const { visitor, map, ladder, borrow, t } = scene
      await openLender(scene)
      await visitor.tap(map.borrowButton(ladder))
      await expect(borrow.dialog.getByText(t('borrow:unconfirmed.action'))).toBeVisible()
    },
  },
  {
    name: 'set-password',
    who: 'newcomer',
    show: async ({ account, page, visitor, api }) => {
      const { text } = await api.mailTo(addresses.get(visitor) ?? '')
      await page.goto(`/auth/confirmEmail?email_confirmation_token=${confirmationToken(text)}`)
      await expect(account.heading('accounts:setPassword.title')).toBeVisible()
    },
  },
]

/** Screens that only newcomers see; they follow the screens above. */
export const NEWCOMER_SCREENS: Screen[] = [
  {
    name: 'confirm-email-again',
    who: 'newcomer',
    show: async ({ account, page, visitor, api }) => {
      const { text } = await api.mailTo(addresses.get(visitor) ?? '')
      await page.goto(`/auth/confirmEmail?email_confirmation_token=${confirmationToken(text)}`)
      await expect(account.heading('accounts:confirmEmail.already.title')).toBeVisible()
      await page.goto('/auth/setPassword')
      await expect(account.heading('accounts:setPassword.title')).toBeVisible()
    },
  },
  {
    name: 'profile-of-newcomer',
    who: 'newcomer',
    show: async (scene) => {
      await scene.account.setPassword(PASSWORD)
      await expect(dashboard(scene)).toBeVisible()
    },
  },
  {
    name: 'borrow-messages-off',
    who: 'newcomer',
    show: async (scene) => {
      const { visitor, map, ladder, borrow } = scene
      await openLender(scene)
      await visitor.tap(map.borrowButton(ladder))
      await expect(borrow.switchMessagingOn).toBeVisible()
    },
  },
  {
    name: 'tour-letterbox',
    who: 'newcomer',
    show: async (scene) => {
      const { page, visitor, t } = scene
      await page.goto('/profile/privacy')
      const messaging = page.getByRole('switch', { name: t('privacy:enable_messaging.label') })
      await messaging.click()
      await expect(messaging).toBeChecked()
      await openLender(scene)
      await expect(new Tour(visitor).words('letterbox.borrow')).toBeVisible()
    },
  },
  pageAt('inbox-empty', 'newcomer', '/profile/inbox', 'inbox:empty.title'),
  pageAt('wishes-empty', 'newcomer', '/profile/wishes', 'wishes:page.emptyTitle'),
  {
    name: 'registered-to-borrow',
    who: 'newcomer',
    show: async ({ account, page, visitor, t }) => {
      await page.goto('/auth/logout')
      await expect(account.heading('accounts:logout.title')).toBeVisible()
      const email = freshEmail()
      addresses.set(visitor, email)
      await page.goto('/auth/register/step1')
      await account.fillAccount({ ...NEWCOMER, email })
      await account.typeAddress({ ...NEWCOMER, email })
      await visitor.tap(account.button('accounts:register.onlyBorrow.action'))
      await expect(page.getByRole('form', { name: t('privacy:reach.answersTitle') })).toBeVisible()
    },
  },
  {
    name: 'profile-of-borrower',
    who: 'newcomer',
    show: async ({ account, page, visitor, api, t }) => {
      const { text } = await api.mailTo(addresses.get(visitor) ?? '')
      await page.goto(`/auth/confirmEmail?email_confirmation_token=${confirmationToken(text)}`)
      await account.setPassword(PASSWORD)
      await expect(page.getByText(t('profile:dashboard.onlyBorrow'))).toBeVisible()
    },
  },
]
