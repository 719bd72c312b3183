import { paths } from './paths.ts'
import type { BackOfficeCall } from './task-matrix.ts'

/** The screens of the back office. They are not in {@link paths}, which is part of the start page. */
export const ADMIN_SCREENS = [
  'overview',
  'orders',
  'items',
  'letterboxes',
  'imports',
  'moving',
  'announcements',
  'reports',
  'message-reports',
  'held-messages',
  'feedback',
  'newcomers',
  'invitations',
  'users',
  'roles',
  'objections',
  'legal',
  'settings',
  'backups',
  'keys',
  'access-tokens',
  'webhooks',
  'audit',
] as const
export type AdminScreen = (typeof ADMIN_SCREENS)[number]

/** The kinds of cases: tabs of one screen, with one entry in the menu. */
export const CASE_SCREENS = [
  'reports',
  'message-reports',
  'held-messages',
  'feedback',
] as const satisfies readonly AdminScreen[]
export type CaseScreen = (typeof CASE_SCREENS)[number]

/** The screens by the work they are for, as in the menu: waiting work comes first. */
export const SCREEN_GROUPS = {
  today: ['overview', ...CASE_SCREENS, 'objections'],
  people: ['users', 'newcomers', 'roles'],
  letterboxes: ['letterboxes', 'imports', 'moving', 'invitations', 'items'],
  orders: ['orders'],
  community: ['announcements', 'legal'],
  system: ['settings', 'backups', 'keys', 'access-tokens', 'webhooks', 'audit'],
} as const satisfies Record<string, readonly AdminScreen[]>
export type ScreenGroup = keyof typeof SCREEN_GROUPS

/** The main call of each screen: staff who may make it see the screen. */
export const CALL_OF_SCREEN: Record<AdminScreen, BackOfficeCall> = {
  overview: 'GET /admin/overview',
  orders: 'GET /admin/orders',
  items: 'GET /admin/items',
  letterboxes: 'GET /admin/letterboxes',
  imports: 'GET /admin/imports',
  moving: 'GET /admin/moving',
  announcements: 'GET /admin/announcements',
  reports: 'GET /admin/reports',
  'message-reports': 'GET /admin/message-reports',
  'held-messages': 'GET /admin/held-messages',
  feedback: 'GET /admin/feedback',
  newcomers: 'GET /admin/newcomers',
  invitations: 'GET /admin/invitations',
  users: 'GET /admin/users',
  roles: 'GET /admin/roles',
  objections: 'GET /admin/objections',
  legal: 'GET /admin/legal',
  settings: 'GET /admin/settings',
  backups: 'GET /admin/backups',
  keys: 'GET /admin/keys',
  'access-tokens': 'GET /admin/accessTokens',
  webhooks: 'GET /admin/webhooks',
  audit: 'GET /admin/audit',
}

export const adminPaths = {
  /** The screen of a feature; `id` opens one of its objects. */
  screen: (screen: AdminScreen, id?: string | number) =>
    id === undefined
      ? `${paths.admin()}/${screen}`
      : `${paths.admin()}/${screen}/${encodeURIComponent(id)}`,
} as const
