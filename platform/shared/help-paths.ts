import type { AdminScreen } from './admin-paths.ts'
import type { StoredLanguage } from './languages.ts'

/** Base path of the documentation, whose pages are not part of the app. */
export const HELP_BASE = '/help'

/** The folder within docs/ for each language; English pages are in docs/ itself. */
const folderOf = (language: StoredLanguage) => (language === 'en' ? '' : `${language}/`)

/** The organisers' page about each screen of the back office. */
const PAGE_OF_SCREEN: Record<AdminScreen, string> = {
  overview: 'beginning',
  orders: 'stickers-and-orders',
  items: 'stickers-and-orders',
  letterboxes: 'people',
  imports: 'people',
  moving: 'announcements',
  announcements: 'announcements',
  reports: 'moderation',
  'message-reports': 'moderation',
  'held-messages': 'moderation',
  feedback: 'moderation',
  newcomers: 'people',
  invitations: 'people',
  users: 'people',
  roles: 'beginning',
  objections: 'moderation',
  legal: 'beginning',
  settings: 'beginning',
  backups: 'year',
  keys: 'year',
  'access-tokens': 'year',
  webhooks: 'year',
  audit: 'moderation',
}

export const helpPaths = {
  start: (language: StoredLanguage) => `${HELP_BASE}/${folderOf(language)}`,
  screen: (screen: AdminScreen, language: StoredLanguage) =>
    `${HELP_BASE}/${folderOf(language)}organisers/${PAGE_OF_SCREEN[screen]}.html`,
} as const
