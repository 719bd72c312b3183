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
]
