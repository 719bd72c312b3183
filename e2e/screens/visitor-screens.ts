import { expect, type Page } from '@playwright/test'
import { invitationOf } from '../drivers/neighbours.ts'
import { pageAt, type Screen, shownAt } from './stage.ts'

/** A page behind a valid link of a mail, which the page checks before anything is pressed. */
function mailedPage(name: string, path: string, heading: string): Screen {
  const page = pageAt(name, 'guest', path, heading)
  return {
    ...page,
    show: async (scene) => {
      await answerOpenLink(scene.page)
      await page.show(scene)
    },
  }
}

const answerOpenLink = (page: Page) =>
  page.route('**/api/v1/auth/lookAtLink', (route) =>
    route.fulfill({
      json: {
        kind: 'reset',
        state: 'open',
        user_id: '00000000-0000-4000-8000-000000000000',
        firstname: 'Mila',
        masked_email: 'm…@example.org',
      },
    }),
  )

/** Public pages, and the ways into an account. */
export const MAIN_VISITOR_SCREENS: Screen[] = [
  {
    name: 'login-refused',
    who: 'guest',
    show: async ({ page, account, visitor }) => {
      await page.goto('/auth/login')
      await visitor.tap(account.button('accounts:login.submit'))
      await expect(account.field('accounts:fields.email')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'forgot-password-refused',
    who: 'guest',
    show: async ({ page, account, visitor }) => {
      await page.goto('/auth/forgotPassword')
      await visitor.tap(account.button('accounts:forgotPassword.submit'))
      await expect(account.field('accounts:fields.email')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'reset-password',
    who: 'guest',
    show: async ({ page, account, visitor }) => {
      await answerOpenLink(page)
      await page.goto('/auth/resetPassword?token=anything')
      await visitor.fill(account.field('accounts:fields.newPassword'), 'Gartenzaun')
    },
  },
  {
    name: 'code-renewed',
    who: 'guest',
    show: async ({ page, t }) => {
      await page.route('**/api/v1/letterboxCodes/scan*', (route) =>
        route.fulfill({ json: { state: 'renewed' } }),
      )
      await page.goto('/participate')
      // Within the app: the server answers this address with an error of its own, which the browser reports.
      await page.evaluate(() => {
        window.history.pushState(null, '', '/l/7K3Q9AB')
        window.dispatchEvent(new PopStateEvent('popstate'))
      })
      await expect(page.getByRole('heading', { name: t('codes:scan.renewed.title') })).toBeVisible()
    },
  },
  pageAt('participate', 'guest', '/participate', 'accounts:participate.title'),
  pageAt('order', 'guest', '/order', 'orders:order.title'),
  pageAt('about', 'guest', '/about', 'about:about.title'),
  pageAt('on-your-site', 'guest', '/onYourSite', 'on-your-site:title'),
  shownAt('impact', 'guest', '/impact', ({ page }) => page.locator('.recharts-bar').first()),
  pageAt('privacy-notice', 'guest', '/privacy', 'about:privacy.title'),
  pageAt('objection-invalid', 'guest', '/objection', 'objection:title'),
  {
    name: 'objection',
    who: 'guest',
    show: async ({ page, t }) => {
      const decided = { kind: 'account_suspended', ground: 'terms', reason: 'Werbung an viele' }
      const state = { decided_at: '2026-11-25T12:00:00Z', objected_at: null, outcome: null }
      await page.route('**/api/v1/objections/about', (route) =>
        route.fulfill({ json: { ...decided, ...state, answer: '' } }),
      )
      await page.goto('/objection?token=a')
      await expect(page.getByRole('button', { name: t('objection:send') })).toBeVisible()
    },
  },
  pageAt('imprint-missing', 'guest', '/imprint', 'layout:legalLink.imprint'),
  {
    name: 'terms',
    who: 'guest',
    show: async ({ page, t }) => {
      const text = '## 1\n\n**A** [b](https://example.org)\n\n- c\n- d'
      const published_at = '2026-11-25T12:00:00Z'
      const versions = [2, 1].map((version) => ({ version, published_at }))
      await page.goto('/about')
      const config = await page.evaluate(async () => (await fetch('/api/v1/config')).json())
      await page.route('**/api/v1/config', (route) =>
        route.fulfill({ json: { ...config, legal_pages: ['terms'] } }),
      )
      await page.route('**/api/v1/legal/page*', (route) =>
        route.fulfill({
          json: { version: 1, published_at, versions, texts: { de: text, en: text, fr: text } },
        }),
      )
      await page.goto('/terms?version=1')
      await expect(page.getByText(t('legal:earlier'))).toBeVisible()
      await page.getByText(t('legal:versions')).click()
    },
  },
]

export const VISITOR_SCREENS: Screen[] = [
  pageAt('login', 'guest', '/auth/login', 'accounts:login.title'),
  pageAt('logout', 'guest', '/auth/logout', 'accounts:logout.title'),
  pageAt('forgot-password', 'guest', '/auth/forgotPassword', 'accounts:forgotPassword.title'),
  {
    name: 'forgot-password-sent',
    who: 'guest',
    show: async ({ page, account, visitor }) => {
      await page.goto('/auth/forgotPassword')
      await visitor.fill(account.field('accounts:fields.email'), 'nobody@neighbours.example')
      await visitor.tap(account.button('accounts:forgotPassword.submit'))
      await expect(account.heading('accounts:mailSent.title')).toBeVisible()
    },
  },
  pageAt(
    'reset-password-without-token',
    'guest',
    '/auth/resetPassword',
    'accounts:resetPassword.noToken.title',
  ),
  mailedPage('not-me', '/auth/notMe?token=anything', 'accounts:notMe.title'),
  mailedPage(
    'restore-email',
    '/auth/notMe?token=anything&former=email',
    'accounts:restoreEmail.title',
  ),
  mailedPage('login-by-link', '/auth/loginLink?token=anything', 'accounts:loginByLink.title'),
  pageAt('used-link', 'guest', '/auth/loginLink?token=anything', 'accounts:login.linkIsOver.title'),
  pageAt('login-by-code', 'guest', '/auth/loginLink', 'accounts:loginByLink.byCode.title'),
  pageAt(
    'confirm-email-logged-out',
    'guest',
    '/auth/confirmEmail',
    'accounts:confirmEmail.waiting.title',
  ),
  pageAt(
    'confirm-email-refused',
    'guest',
    '/auth/confirmEmail?email_confirmation_token=nothing',
    'accounts:confirmEmail.invalid.title',
  ),
  {
    name: 'household-join-visitor',
    who: 'guest',
    show: async ({ api, cast, page, t }) => {
      await page.goto(await invitationOf(api, cast.lender))
      await expect(page.getByRole('button', { name: t('household:join.submit') })).toBeVisible()
    },
  },
  pageAt('household-join-refused', 'guest', '/household/join', 'household:join.invalidTitle'),
  pageAt('wish-confirm', 'guest', '/wishes/confirm?token=any', 'wishes:link.confirm.title'),
  pageAt('wish-confirm-refused', 'guest', '/wishes/confirm', 'wishes:link.confirm.invalidTitle'),
  pageAt('wish-end', 'guest', '/wishes/end?token=any', 'wishes:link.end.title'),
  pageAt('wish-end-refused', 'guest', '/wishes/end', 'wishes:link.end.invalidTitle'),
  pageAt('wait-leave', 'guest', '/waits/leave?token=any', 'waits:link.title'),
  pageAt('wait-leave-refused', 'guest', '/waits/leave', 'waits:link.invalidTitle'),
  pageAt('items-confirm', 'guest', '/letterbox/confirm?token=any', 'upkeep:link.still_true.title'),
  pageAt(
    'items-take-off',
    'guest',
    '/letterbox/confirm?token=any&answer=take_off',
    'upkeep:link.take_off.title',
  ),
  pageAt(
    'sign-of-life',
    'guest',
    '/letterbox/confirm?token=any&answer=still_lending',
    'upkeep:link.still_lending.title',
  ),
  pageAt(
    'sign-of-life-not-now',
    'guest',
    '/letterbox/confirm?token=any&answer=not_now',
    'upkeep:link.not_now.title',
  ),
  pageAt('held-reply-over', 'guest', '/replies/held', 'inbox:heldReply.overTitle'),
  pageAt('items-confirm-refused', 'guest', '/letterbox/confirm', 'upkeep:link.invalidTitle'),
  {
    name: 'mails-off',
    who: 'guest',
    show: async ({ page, account }) => {
      await page.route('**/api/v1/mail/about', (route) =>
        route.fulfill({ json: { about: 'requests' } }),
      )
      await page.goto('/mails/off?token=any')
      await expect(account.heading('privacy:off.about.requests.title')).toBeVisible()
    },
  },
  pageAt('mails-off-refused', 'guest', '/mails/off', 'privacy:off.invalidTitle'),
  {
    name: 'impact-beginning',
    who: 'guest',
    show: async ({ page, account }) => {
      const none = { count: null, at_least: true }
      const totals = { letterboxes: none, loans: none, accepted: none }
      await page.route('**/api/v1/impact', (route) =>
        route.fulfill({ json: { ...totals, months: [], most_wanted: [], most_lent: [] } }),
      )
      await page.goto('/impact')
      await expect(account.heading('impact:empty.title')).toBeVisible()
    },
  },
  {
    name: 'offline-page',
    who: 'guest',
    show: async ({ page, visitor, account, map, t }) => {
      await page.goto('/participate')
      await visitor.tap(
        page.getByRole('link', { name: t('layout:homeLink', { brand: 'Letterlend' }) }),
      )
      await expect(map.markers.first()).toBeVisible()
      await visitor.network.goDown()
      await map.panOn()
      await page.goBack()
      await expect(account.heading('accounts:participate.title')).toBeVisible()
      await expect(page.getByText(t('layout:offline'))).toBeVisible()
    },
  },
  {
    name: 'failure',
    who: 'guest',
    show: async ({ page, account }) => {
      await page.route('**/about-page*.js', (route) => route.abort())
      await page.goto('/about')
      await expect(account.heading('layout:failure.title')).toBeVisible()
    },
  },
  shownAt('mailbox', 'guest', '/dev/mail', ({ page }) => page.getByRole('heading', { level: 1 })),
]
