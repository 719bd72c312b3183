import { expect } from '@playwright/test'
import { formatRefno } from '#features/shop/orders/refno.ts'
import {
  adminPaths,
  ADMIN_SCREENS as SCREENS_OF_BACK_OFFICE,
} from '#platform/shared/admin-paths.ts'
import { LADDER } from '../drivers/neighbours.ts'
import { storeOrder } from '../drivers/orders.ts'
import { type Screen, shownAt } from './stage.ts'

/** Screens that need data, or that are complete only when more than the heading is visible. */
const SCREENS: Screen[] = [
  shownAt('admin-overview', 'admin', '/admin/overview', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-overview:lenders.title') }),
  ),
  shownAt('admin-announcements', 'admin', '/admin/announcements', ({ page, t }) =>
    page.getByRole('heading', { level: 1, name: t('admin-announcements:list.heading') }),
  ),
  shownAt('admin-announcement', 'admin', '/admin/announcements/new', ({ page, t }) =>
    page.getByRole('region', { name: t('admin-announcements:form.preview') }),
  ),
  shownAt('admin-orders', 'admin', '/admin/orders', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-orders:title'), exact: true }),
  ),
  {
    name: 'admin-order',
    who: 'admin',
    show: async ({ page, api, cast, t }) => {
      const { id, refno } = await storeOrder(api, cast.member)
      await page.goto(`/admin/orders/${id}`)
      const title = t('admin-orders:orderOf', { refno: formatRefno(refno) })
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    },
  },
  shownAt('admin-bank-payments', 'admin', '/admin/orders/matching', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-orders:matching.title') }),
  ),
  shownAt('admin-cash-book', 'admin', '/admin/orders/cash-book', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-orders:cashBook.title') }),
  ),
  shownAt('admin-ideas', 'admin', '/admin/orders/ideas', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-orders:ideas.title') }),
  ),
  shownAt('admin-keys', 'admin', '/admin/keys', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-keys:groups.command') }),
  ),
  shownAt('admin-items', 'admin', '/admin/items', ({ page, t }) =>
    page.getByRole('heading', { level: 1, name: t('admin:screens.items') }),
  ),
  {
    name: 'admin-objections',
    who: 'admin',
    show: async ({ page, t }) => {
      const decided = { kind: 'account_suspended', ground: 'law', reason: 'Werbung an viele' }
      const at = '2026-11-25T12:00:00Z'
      const person = { id: '00000000-0000-4000-8000-000000000000', name: 'Ada Muster' }
      const row = {
        ...decided,
        id: person.id,
        user: { ...person, lang: 'fr' },
        decided_at: at,
        decided_by: person,
        objected_at: at,
        objection: 'Das war ich nicht.',
        handled_at: null,
        handled_by: null,
        outcome: null,
        answer: '',
        may_answer: true,
      }
      await page.route('**/api/v1/admin/objections*', (route) =>
        route.fulfill({ json: { rows: [row], total: 1 } }),
      )
      await page.goto('/admin/objections')
      await expect(page.getByRole('button', { name: t('admin-objections:send') })).toBeVisible()
    },
  },
  {
    name: 'admin-year',
    who: 'admin',
    show: async ({ page, t }) => {
      const rows = [
        { about: 'report', kind: 'illegal', ground: null, after_report: null },
        { about: 'decision', kind: 'account_suspended', ground: 'law', after_report: true },
      ]
      await page.route('**/api/v1/admin/objections/year*', (route) =>
        route.fulfill({
          json: rows.map((row) => ({ ...row, count: 3, acted: 1, median_hours: 26.5 })),
        }),
      )
      await page.goto('/admin/objections/year')
      await expect(page.getByRole('table')).toBeVisible()
      await expect(
        page.getByRole('heading', { name: t('admin-objections:year.title') }),
      ).toBeVisible()
    },
  },
  {
    name: 'admin-legal',
    who: 'admin',
    show: async ({ page, t }) => {
      await page.goto('/admin/legal/privacy_notice')
      await page.getByRole('button', { name: t('admin-legal:template.use') }).click()
      const preview = page.getByRole('region', { name: t('admin-legal:form.preview') })
      await expect(preview.getByRole('heading').first()).toBeVisible()
    },
  },
  {
    name: 'admin-access-tokens',
    who: 'admin',
    show: async ({ page, t }) => {
      const created_at = '2026-11-25T12:00:00Z'
      const token = {
        id: '00000000-0000-4000-8000-000000000000',
        name: 'Buchhaltung',
        writes: true,
        tasks: ['treasury'],
        created_at,
        expires_at: '2036-11-25T12:00:00Z',
        last_used_at: created_at,
      }
      await page.route('**/api/v1/admin/accessTokens', (route) => route.fulfill({ json: [token] }))
      await page.goto('/admin/access-tokens')
      const end = t('access-tokens:endOf', { name: token.name })
      await expect(page.getByRole('button', { name: end })).toBeVisible()
    },
  },
  ...(['webhooks', 'webhook-log', 'webhook-secret'] as const).map(
    (name): Screen => ({
      name: `admin-${name}`,
      who: 'admin',
      show: async ({ page, t }) => {
        const url = 'https://hooks.example.org/letterlend'
        const webhook = {
          id: '00000000-0000-4000-8000-000000000000',
          url,
          events: ['order.paid', 'account.deleted'],
          created_at: '2026-11-25T12:00:00Z',
          failing_since: '2026-11-26T12:00:00Z',
          off_since: null,
        }
        const secret = { secret: 'whsec_c2VjcmV0', previous_until: '2026-12-01T12:00:00Z' }
        const tested = { failure: 'status', status: 500, took_ms: 120 }
        await page.route('**/api/v1/admin/webhooks**', (route) => {
          const call = new URL(route.request().url()).pathname.split('/').pop()
          if (call === 'secret') return route.fulfill({ json: secret })
          if (call === 'test') return route.fulfill({ json: tested })
          return route.fulfill({ json: call === 'webhooks' ? [webhook] : [] })
        })
        await page.goto('/admin/webhooks')
        const button = (key: string) => page.getByRole('button', { name: t(key, { url }) })
        await expect(button('admin-webhooks:logOf')).toBeVisible()
        if (name === 'webhook-log') {
          await button('admin-webhooks:logOf').click()
          await button('admin-webhooks:test').click()
          await expect(page.getByRole('alert')).toBeVisible()
        }
        if (name === 'webhook-secret') {
          await button('admin-webhooks:secretOf').click()
          await expect(button('admin-webhooks:rotate')).toBeVisible()
        }
      },
    }),
  ),
  ...(['help', 'correctEmail', 'exportData', 'endSessions', 'merge'] as const).map(
    (act): Screen => ({
      name: `admin-user-${act}`,
      who: 'admin',
      show: async ({ api, page, t }) => {
        const { userId } = await api.registerNeighbour([LADDER.id])
        await page.goto(`/admin/users/${userId}`)
        await page.getByRole('button', { name: t(`admin-users:${act}.action`) }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    }),
  ),
]

/** The screens of the back office; by default a screen is ready with its heading. */
export const ADMIN_SCREENS: Screen[] = [
  ...SCREENS,
  ...SCREENS_OF_BACK_OFFICE.filter(
    (screen) => !SCREENS.some(({ name }) => name === `admin-${screen}`),
  ).map((screen) =>
    shownAt(`admin-${screen}`, 'admin', adminPaths.screen(screen), ({ page }) =>
      page.getByRole('heading', { level: 1 }),
    ),
  ),
]
