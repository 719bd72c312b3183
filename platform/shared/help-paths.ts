import type { AdminScreen } from './admin-paths.ts'
import type { StoredLanguage } from './languages.ts'

/** Where the documentation is served: pages of their own, not screens of the app. */
export const HELP_BASE = '/help'

/** The pages of docs/ for each language; English ones lie in the folder itself. */
const folderOf = (language: StoredLanguage) => (language === 'en' ? '' : `${language}/`)

/** The page for organisers about each screen of the back office. */
const PAGE_OF_SCREEN: Record<AdminScreen, string> = {
  overview: 'beginning',
  orders: 'stickers-and-orders',
  items: 'stickers-and-orders',
  letterboxes: 'people',
  imports: 'people',
  announcements: 'announcements',
  reports: 'moderation',
  feedback: 'moderation',
  'held-messages': 'moderation',
  newcomers: 'people',
  invitations: 'people',
  users: 'people',
  roles: 'beginning',
  objections: 'moderation',
  legal: 'beginning',
  settings: 'beginning',
  backups: 'year',
  keys: 'year',
  audit: 'moderation',
}

export const helpPaths = {
  start: (language: StoredLanguage) => `${HELP_BASE}/${folderOf(language)}`,
  screen: (screen: AdminScreen, language: StoredLanguage) =>
    `${HELP_BASE}/${folderOf(language)}organisers/${PAGE_OF_SCREEN[screen]}.html`,
} as const
