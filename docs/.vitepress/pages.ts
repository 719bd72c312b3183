import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const DOCS = dirname(dirname(fileURLToPath(import.meta.url)))
export const REPOSITORY = dirname(DOCS)

/** The languages of the pages for neighbours and organisers; all other pages are in English. */
export const SITE_LANGUAGES = ['en', 'de', 'fr'] as const
export type SiteLanguage = (typeof SITE_LANGUAGES)[number]

/** English pages are in docs/ itself, those of another language in a folder with its name. */
export const folderOf = (language: SiteLanguage) => (language === 'en' ? '' : `${language}/`)

/** Pages in each language, relative to its folder. */
export const TRANSLATED = {
  neighbours: ['neighbours/borrowing', 'neighbours/lending', 'neighbours/account'],
  organisers: [
    'organisers/beginning',
    'organisers/people',
    'organisers/stickers-and-orders',
    'organisers/announcements',
    'organisers/moderation',
    'organisers/year',
  ],
} as const

/** Documents of the repository that are also pages of the site, and their names there. */
export const PROJECT_PAGES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'GLOSSARY.md': 'glossary',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'reporting-vulnerabilities',
  'bench/README.md': 'measurements',
}

const records = readdirSync(join(DOCS, 'decisions'))
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .map((file) => `decisions/${file.slice(0, -'.md'.length)}`)
  .sort()
const decisions = ['decisions/README', ...records]

export interface Group {
  title: string
  pages: readonly string[]
  collapsed?: boolean
}

/** Pages in English only. */
export const OPERATORS: readonly Group[] = [
  {
    title: 'Install',
    pages: [
      'docker',
      'debian',
      'operation',
      'settings',
      'commands',
      'street-map',
      'photon',
      'import',
      'moving',
    ],
  },
  {
    title: 'Run',
    pages: ['updates', 'backup', 'watching', 'moving-host', 'scaling', 'fail-over', 'keeping'],
  },
  {
    title: 'Set up',
    pages: [
      'login-providers',
      'notifications',
      'payments',
      'orders',
      'inviting',
      'announcements',
      'tokens',
      'webhooks',
      'open-data',
    ],
  },
  { title: 'Protect', pages: ['security', 'protected-data', 'keys', 'asvs'] },
]
export const DEVELOPERS: readonly Group[] = [
  {
    title: 'The code',
    pages: [
      'project/architecture',
      'project/contributing',
      'project/glossary',
      'adding-a-field',
      'project/measurements',
    ],
  },
  {
    title: 'How it works',
    pages: ['authentication', 'input', 'mail-links', 'old-clients', 'impact'],
  },
  {
    title: 'Project',
    pages: ['project/changelog', 'project/reporting-vulnerabilities'],
  },
  { title: 'Decisions', pages: decisions, collapsed: true },
]

/** Where the text of a page is, relative to the repository. */
export function sourceOf(page: string): string {
  const name = page.replace(/^project\//, '')
  const document = Object.keys(PROJECT_PAGES).find((file) => PROJECT_PAGES[file] === name)
  return document !== undefined && page !== name ? document : `docs/${page}.md`
}

/** The first heading of a page. */
export function titleOf(page: string): string {
  const text = readFileSync(join(REPOSITORY, sourceOf(page)), 'utf8')
  return /^# +(.+)$/m.exec(text)?.[1] ?? page
}
