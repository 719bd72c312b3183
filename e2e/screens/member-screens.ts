import { expect } from '@playwright/test'
import type { Announcement } from '#features/community/announcements/contract.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { freshEmail } from '../drivers/api.ts'
import { invitationOf, LADDER } from '../drivers/neighbours.ts'
import type { Texts } from '../drivers/texts.ts'
import { Tour } from '../drivers/tour.ts'
import { ANSWER, dashboard, pageAt, type Screen, shownAt } from './stage.ts'

const ANNOUNCEMENT: Announcement = {
  id: 99,
  title: 'We meet at the fountain',
  title_de: 'Wir treffen uns am Brunnen',
  title_fr: 'Rendez-vous à la fontaine',
  content: '**Saturday at three**, with cake. [More about us](/about)',
  content_de: '**Samstag um drei**, mit Kuchen. [Mehr über uns](/about)',
  content_fr: '**Samedi à quinze heures**, avec du gâteau. [À propos](/about)',
  closeable: true,
  actions: JSON.stringify([
    { name: 'I will come', name_de: 'Ich komme', name_fr: 'Je viens', emit: 'yes' },
    { name: 'Not this time', name_de: 'Diesmal nicht', name_fr: 'Pas cette fois', emit: 'no' },
  ]),
}

/** The date in three days. */
const inThreeDays = () => new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)

export const MAIN_MEMBER_SCREENS: Screen[] = [
  shownAt('profile', 'member', '/profile', dashboard),
  shownAt('inbox', 'member', '/profile/inbox', ({ inbox, ladder }) => inbox.conversation(ladder)),
  {
    name: 'conversation',
    who: 'member',
    show: async ({ page, inbox, cast }) => {
      await page.goto(`/profile/inbox?transaction_id=${cast.conversationId}`)
      await expect(inbox.message(ANSWER)).toBeVisible()
    },
  },
  {
    name: 'borrow',
    who: 'member',
    show: async ({ map, cast, ladder, visitor, borrow }) => {
      await map.open(`/map/letterbox/${cast.neighbour.letterboxId}`)
      await visitor.tap(map.borrowButton(ladder))
      await visitor.fill(borrow.message, 'Hallo! Dürfte ich am Samstag deine Leiter ausleihen?')
    },
  },
  shownAt('privacy', 'member', '/profile/privacy', ({ page, t }) =>
    page.getByRole('switch', { name: t('privacy:show_email.label') }),
  ),
  pageAt('notifications', 'member', '/profile/notifications', 'notifications:title'),
  shownAt('edit-address', 'member', '/profile/updateLetterBoxAddress', ({ account }) =>
    account.field('profile:fields.address'),
  ),
  shownAt(
    'edit-location',
    'member',
    '/profile/updateLetterBoxLocation',
    ({ account }) => account.locationMarker,
  ),
  shownAt('edit-items', 'member', '/profile/updateLetterBoxItems', ({ page }) =>
    page.getByRole('main').getByRole('button', { pressed: true }),
  ),
  shownAt('edit-account', 'member', '/profile/updateAccount', ({ account }) =>
    account.field('accounts:fields.currentPassword'),
  ),
  shownAt('security', 'member', '/profile/security', ({ page, t }) =>
    page.getByText(t('security:sessions.current')),
  ),
  pageAt('orders', 'member', '/profile/userOrders', 'orders:empty.title'),
  shownAt('delete-account', 'member', '/profile/deleteAccount', ({ account }) =>
    account.button('accounts:deleteAccount.submit'),
  ),
]

/** The dialog behind an entry of the conversation menu. */
const fromMenu = (name: string, entry: (t: Texts, lender: string) => string): Screen => ({
  name,
  who: 'member',
  show: async ({ page, inbox, visitor, cast, t }) => {
    await page.goto(`/profile/inbox?transaction_id=${cast.conversationId}`)
    await expect(inbox.message(ANSWER)).toBeVisible()
    await visitor.tap(page.getByRole('button', { name: t('inbox:menu.label') }))
    await visitor.tap(page.getByRole('button', { name: entry(t, cast.lender.address) }))
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

export const MEMBER_SCREENS: Screen[] = [
  fromMenu('conversation-report', (t) => t('inbox:menu.report')),
  fromMenu('conversation-block', (t, name) => t('inbox:menu.block', { name })),
  pageAt('blocked-nobody', 'member', '/profile/blocked', 'blocks:emptyTitle'),
  {
    name: 'blocked',
    who: 'member',
    show: async ({ api, cast, page, t }) => {
      const { userId } = await api.registerNeighbour([LADDER.id])
      await api.post('/users/block', { user_id: userId }, cast.member.token)
      await page.goto('/profile/blocked')
      await expect(page.getByRole('button', { name: t('blocks:unblock') })).toBeVisible()
    },
  },
  {
    name: 'edit-address-draft',
    who: 'member',
    show: async ({ page, account, visitor, t }) => {
      await page.goto('/profile/updateLetterBoxAddress')
      await visitor.fill(account.field('profile:fields.address'), 'Langstrasse 1')
      await page.reload()
      await expect(page.getByText(t('profile:draft.title'))).toBeVisible()
    },
  },
  pageAt(
    'conversation-missing',
    'member',
    '/profile/inbox?transaction_id=00000000-0000-4000-8000-000000000000',
    'inbox:missing.title',
  ),
  pageAt('lent', 'member', '/profile/lent', 'loans:lent.title'),
  pageAt('calendar', 'member', '/profile/calendar', 'loans:feed.title'),
  pageAt(
    'answer-missing',
    'member',
    '/profile/inbox/answer?transaction_id=00000000-0000-4000-8000-000000000000&answer=accept',
    'loans:answer.missingTitle',
  ),
  pageAt('holiday', 'member', '/profile/holiday', 'upkeep:holiday.title'),
  pageAt('parcel', 'member', '/profile/parcel', 'parcels:title'),
  {
    name: 'parcel-refused',
    who: 'member',
    show: async ({ page, account, visitor, t }) => {
      await page.goto('/profile/parcel')
      await visitor.fill(account.field('parcels:field'), '2222-2222')
      await visitor.tap(account.button('parcels:submit'))
      await expect(page.getByRole('alert')).toHaveText(t('parcels:code.parcel_code_unknown'))
    },
  },
  pageAt('own-code', 'member', '/profile/code', 'codes:own.title'),
  pageAt('own-flyers', 'member', '/profile/flyers', 'flyers:own.title'),
  shownAt('poster', 'member', '/profile/poster', ({ account }) =>
    account.button('share:poster.print'),
  ),
  pageAt('memberships', 'member', '/profile/memberships', 'memberships:title'),
  shownAt('sticker-sheet', 'member', '/profile/stickerSheet', ({ account }) =>
    account.button('sticker-sheet:download'),
  ),
  pageAt(
    'register-logged-in',
    'member',
    '/auth/register/step1',
    'accounts:register.logOutFirst.title',
  ),
  {
    // An existing request is shown instead of the form.
    name: 'borrow-standing',
    who: 'member',
    show: async ({ map, cast, ladder, visitor, borrow, t }) => {
      await map.open(`/map/letterbox/${cast.lender.letterboxId}`)
      await visitor.tap(map.borrowButton(ladder))
      const withdraw = borrow.dialog.getByRole('link', { name: t('borrow:standing.withdraw') })
      await expect(withdraw).toBeVisible()
    },
  },
  {
    name: 'borrow-refused',
    who: 'member',
    show: async ({ map, cast, ladder, visitor, borrow, page }) => {
      await map.open(`/map/letterbox/${cast.neighbour.letterboxId}`)
      await visitor.tap(map.borrowButton(ladder))
      await visitor.tap(borrow.day('any'))
      await visitor.fill(borrow.message, '')
      await visitor.tap(borrow.send)
      await expect(borrow.message).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'wishes',
    who: 'member',
    show: async ({ api, cast, page, ladder }) => {
      const wish = { item_id: LADDER.id, latitude: 47.37, longitude: 8.54, radius: 5_000 }
      await api.post('/wishes/create', { ...wish, lang: 'de' }, cast.member.token)
      await page.goto('/profile/wishes')
      await expect(page.getByRole('heading', { name: ladder })).toBeVisible()
    },
  },
  {
    name: 'wish-remove',
    who: 'member',
    show: async ({ page, t, ladder }) => {
      await page.goto('/profile/wishes')
      await page.getByRole('button', { name: t('waits:page.endOf', { name: ladder }) }).click()
      await expect(page.getByRole('dialog', { name: t('waits:page.endTitle') })).toBeVisible()
    },
  },
  {
    name: 'feedback',
    who: 'member',
    show: async ({ page, account, visitor, t }) => {
      await page.goto('/about')
      await expect(account.heading('about:about.title')).toBeVisible()
      if (visitor.onPhone)
        await page.getByRole('button', { name: t('layout:menu'), exact: true }).click()
      await page
        .getByRole('button', { name: t('layout:feedback') })
        .filter({ visible: true })
        .click()
      await visitor.tap(account.button('general-feedbacks:send'))
      await expect(account.field('general-feedbacks:content')).toHaveAttribute(
        'aria-invalid',
        'true',
      )
    },
  },
  {
    name: 'tour-map',
    who: 'member',
    show: async ({ page, t, visitor }) => {
      await page.goto('/profile')
      await page.getByRole('link', { name: t('profile:dashboard.showAround') }).click()
      const tour = new Tour(visitor)
      await expect(tour.words('map.search')).toBeVisible()
      await expect(tour.button('next')).toBeFocused()
    },
  },
  {
    name: 'announcement',
    who: 'member',
    show: async ({ page }) => {
      await page.route('**/announcements/getById*', (route) =>
        route.fulfill({ json: ANNOUNCEMENT }),
      )
      await page.goto(`/?aid=${ANNOUNCEMENT.id}`)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'household',
    who: 'member',
    show: async ({ api, cast, page, t }) => {
      const email = freshEmail()
      await api.post('/household/invite', { email }, cast.member.token)
      await page.goto('/profile/household')
      const withdraw = t('household:invite.withdrawOf', { email })
      await expect(page.getByRole('button', { name: withdraw })).toBeVisible()
    },
  },
  {
    name: 'household-join',
    who: 'member',
    show: async ({ api, cast, page, t }) => {
      await page.goto(await invitationOf(api, cast.lender))
      await expect(page.getByRole('button', { name: t('household:join.giveUp') })).toBeVisible()
    },
  },
  {
    name: 'own-letterbox-of-member',
    who: 'member',
    show: async ({ map, page, t, cast }) => {
      await map.open(`/map/letterbox/${cast.member.letterboxId}`)
      await expect(page.getByText(t('letterboxes:hint.own'))).toBeVisible()
    },
  },
  {
    name: 'holiday-running',
    who: 'member',
    show: async ({ api, cast, page, account }) => {
      const holiday = { holiday_until: inThreeDays() }
      await api.post('/letterboxes/updateHoliday', holiday, cast.member.token)
      await page.goto('/profile/holiday')
      await expect(account.button('upkeep:holiday.end')).toBeVisible()
    },
  },
  shownAt('profile-on-holiday', 'member', '/profile', dashboard),
  {
    name: 'own-letterbox-on-holiday',
    who: 'member',
    show: async ({ map, page, t, cast }) => {
      await map.open(`/map/letterbox/${cast.member.letterboxId}`)
      await expect(
        page.getByRole('link', { name: t('letterboxes:hint.changeHoliday') }),
      ).toBeVisible()
    },
  },
  {
    name: 'privacy-hidden',
    who: 'member',
    show: async ({ page, t }) => {
      await page.goto('/profile/privacy')
      const onMap = page.getByRole('switch', { name: t('privacy:show_on_map.label') })
      await onMap.click()
      await expect(onMap).not.toBeChecked()
    },
  },
  pageAt('settings', 'admin', '/admin/settings', 'admin-settings:title'),
  pageAt('settings-links', 'admin', '/admin/settings/links', 'admin-settings:title'),
  pageAt('settings-brand', 'admin', '/admin/settings/brand', 'admin-settings:title'),
  pageAt('settings-prices', 'admin', '/admin/settings/prices', 'admin-settings:title'),
  pageAt('settings-limits', 'admin', '/admin/settings/limits', 'admin-settings:title'),
  shownAt('settings-operator', 'admin', '/admin/settings/operator', ({ page, t }) =>
    page.getByRole('textbox', { name: t('admin-settings:operator.name') }),
  ),
]
