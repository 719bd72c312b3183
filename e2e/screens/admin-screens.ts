import { expect } from '@playwright/test'
import { formatRefno } from '#features/orders/refno.ts'
import { LADDER } from '../drivers/neighbours.ts'
import { storeOrder } from '../drivers/orders.ts'
import { type Screen, shownAt } from './stage.ts'

/** The back office. */
export const ADMIN_SCREENS: Screen[] = [
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
  shownAt('admin-ideas', 'admin', '/admin/orders/ideas', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-orders:ideas.title') }),
  ),
  shownAt('admin-items', 'admin', '/admin/items', ({ page, t }) =>
    page.getByRole('heading', { level: 1, name: t('admin:screens.items') }),
  ),
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
  ...(['letterboxes', 'imports', 'reports', 'feedback', 'users', 'audit'] as const).map((screen) =>
    shownAt(`admin-${screen}`, 'admin', `/admin/${screen}`, ({ page }) =>
      page.getByRole('heading', { level: 1 }),
    ),
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
