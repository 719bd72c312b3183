import { paths } from './paths.ts'
import type { BackOfficeCall } from './tasks.ts'

/**
 * The screens of the back office, beside {@link paths}: the start page carries all of those, and none
 * of these.
 */
export const ADMIN_SCREENS = [
  'overview',
  'orders',
  'items',
  'letterboxes',
  'imports',
  'announcements',
  'reports',
  'feedback',
  'held-messages',
  'users',
  'roles',
  'settings',
  'audit',
] as const
export type AdminScreen = (typeof ADMIN_SCREENS)[number]

/** The call that each screen begins with: whoever may make it sees the screen. */
export const CALL_OF_SCREEN: Record<AdminScreen, BackOfficeCall> = {
  overview: '/admin/overview',
  orders: '/admin/orders',
  items: '/admin/items',
  letterboxes: '/admin/letterboxes',
  imports: '/admin/imports',
  announcements: '/admin/announcements',
  reports: '/admin/reports',
  feedback: '/admin/feedback',
  'held-messages': '/admin/held-messages',
  users: '/admin/users',
  roles: '/admin/roles',
  settings: '/admin/settings',
  audit: '/admin/audit',
}

export const adminPaths = {
  /** The screen of a noun; `id` opens one of it. */
  screen: (screen: AdminScreen, id?: string | number) =>
    id === undefined
      ? `${paths.admin()}/${screen}`
      : `${paths.admin()}/${screen}/${encodeURIComponent(id)}`,
} as const
