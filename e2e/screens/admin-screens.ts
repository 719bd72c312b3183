import { type Screen, shownAt } from './stage.ts'

/** The back office. */
export const ADMIN_SCREENS: Screen[] = [
  shownAt('admin-overview', 'admin', '/admin/overview', ({ page, t }) =>
    page.getByRole('heading', { name: t('admin-overview:lenders.title') }),
  ),
]
