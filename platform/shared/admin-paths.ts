import { paths } from './paths.ts'

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
  'objections',
  'legal',
  'settings',
  'audit',
] as const
export type AdminScreen = (typeof ADMIN_SCREENS)[number]

/** What moderators look after; administrators look after everything. */
export const MODERATOR_SCREENS: readonly AdminScreen[] = [
  'letterboxes',
  'announcements',
  'reports',
  'feedback',
  'held-messages',
]

export const adminPaths = {
  /** The screen of a noun; `id` opens one of it. */
  screen: (screen: AdminScreen, id?: string | number) =>
    id === undefined
      ? `${paths.admin()}/${screen}`
      : `${paths.admin()}/${screen}/${encodeURIComponent(id)}`,
} as const
