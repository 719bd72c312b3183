import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress'
import { anchorOf, siteLink } from './links.ts'
import {
  DEVELOPERS,
  folderOf,
  type Group,
  OPERATORS,
  REPOSITORY,
  type SiteLanguage,
  sourceOf,
  TRANSLATED,
  titleOf,
} from './pages.ts'

/** Where the app serves the site. */
const BASE = '/help/'
const OUT = join(REPOSITORY, 'dist', 'help')

interface Words {
  label: string
  neighbours: string
  organisers: string
  operators: string
  developers: string
  description: string
  theme: DefaultTheme.Config
  search: DefaultTheme.LocalSearchOptions['translations']
}

const WORDS: Record<SiteLanguage, Words> = {
  en: {
    label: 'English',
    neighbours: 'Neighbours',
    organisers: 'Organisers',
    operators: 'Operators',
    developers: 'Developers',
    description: 'Lending among neighbours: how it works, and how to run it',
    theme: {},
    search: undefined,
  },
  de: {
    label: 'Deutsch',
    neighbours: 'Nachbarschaft',
    organisers: 'Organisieren',
    operators: 'Betreiben (englisch)',
    developers: 'Entwickeln (englisch)',
    description: 'Leihen in der Nachbarschaft: wie es geht und wie man es betreibt',
    theme: {
      outline: { label: 'Auf dieser Seite', level: [2, 3] },
      docFooter: { prev: 'Zurück', next: 'Weiter' },
      sidebarMenuLabel: 'Seiten',
      returnToTopLabel: 'Nach oben',
      darkModeSwitchLabel: 'Farben',
      darkModeSwitchTitle: 'Dunkel',
      lightModeSwitchTitle: 'Hell',
      langMenuLabel: 'Sprache',
      skipToContentLabel: 'Zum Inhalt',
      notFound: {
        title: 'Diese Seite gibt es nicht',
        quote: 'Vielleicht hilft die Suche.',
        linkLabel: 'Zum Anfang',
        linkText: 'Zum Anfang',
      },
    },
    search: {
      button: { buttonText: 'Suchen', buttonAriaLabel: 'Suchen' },
      modal: {
        displayDetails: 'Mehr anzeigen',
        resetButtonTitle: 'Leeren',
        backButtonTitle: 'Schliessen',
        noResultsText: 'Nichts gefunden für',
        footer: { selectText: 'öffnen', navigateText: 'wählen', closeText: 'schliessen' },
      },
    },
  },
  fr: {
    label: 'Français',
    neighbours: 'Voisinage',
    organisers: 'Organiser',
    operators: 'Exploiter (anglais)',
    developers: 'Développer (anglais)',
    description: 'Le prêt dans le voisinage : comment ça marche et comment l’exploiter',
    theme: {
      outline: { label: 'Sur cette page', level: [2, 3] },
      docFooter: { prev: 'Précédent', next: 'Suivant' },
      sidebarMenuLabel: 'Pages',
      returnToTopLabel: 'Vers le haut',
      darkModeSwitchLabel: 'Couleurs',
      darkModeSwitchTitle: 'Sombre',
      lightModeSwitchTitle: 'Clair',
      langMenuLabel: 'Langue',
      skipToContentLabel: 'Aller au contenu',
      notFound: {
        title: 'Cette page n’existe pas',
        quote: 'La recherche aidera peut-être.',
        linkLabel: 'Vers le début',
        linkText: 'Vers le début',
      },
    },
    search: {
      button: { buttonText: 'Rechercher', buttonAriaLabel: 'Rechercher' },
      modal: {
        displayDetails: 'Afficher les détails',
        resetButtonTitle: 'Effacer',
        backButtonTitle: 'Fermer',
        noResultsText: 'Aucun résultat pour',
        footer: { selectText: 'ouvrir', navigateText: 'choisir', closeText: 'fermer' },
      },
    },
  },
}

const link = (page: string) => `/${page}`
const items = (pages: readonly string[]) =>
  pages.map((page) => ({ text: titleOf(page), link: link(page) }))
const groups = (all: readonly Group[]): DefaultTheme.SidebarItem[] =>
  all.map(({ title, pages, collapsed = false }) => ({
    text: title,
    collapsed,
    items: items(pages),
  }))

/** What each group of readers sees beside its pages. */
function sidebarOf(all: readonly Group[]): DefaultTheme.SidebarMulti {
  const sidebar = groups(all)
  return Object.fromEntries(all.flatMap(({ pages }) => pages.map((page) => [link(page), sidebar])))
}

function themeOf(language: SiteLanguage): DefaultTheme.Config {
  const { neighbours, organisers, operators, developers, theme } = WORDS[language]
  const folder = folderOf(language)
  const translated = (pages: readonly string[]) => items(pages.map((page) => `${folder}${page}`))
  const forPeople = [
    { text: neighbours, items: translated(TRANSLATED.neighbours) },
    { text: organisers, items: translated(TRANSLATED.organisers) },
  ]
  return {
    outline: { level: [2, 3] },
    ...theme,
    nav: [
      { text: neighbours, link: link(`${folder}${TRANSLATED.neighbours[0]}`) },
      { text: organisers, link: link(`${folder}${TRANSLATED.organisers[0]}`) },
      { text: operators, link: link('operation') },
      { text: developers, link: link('project/architecture') },
    ],
    sidebar: {
      ...sidebarOf(OPERATORS),
      ...sidebarOf(DEVELOPERS),
      [`/${folder}neighbours/`]: forPeople,
      [`/${folder}organisers/`]: forPeople,
    },
  }
}

/**
 * Turns links between documents into links of the site. Links to source files are removed, because the site does not
 * have them.
 */
function linksOfSite(md: MarkdownRenderer): void {
  md.core.ruler.push('links-of-site', ({ tokens, env }) => {
    const from = sourceOf(String(env.relativePath).replace(/\.md$/, ''))
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue
      const target = siteLink(from, token.attrGet('href') ?? '')
      if (target === null)
        token.attrs = [
          ['href', '#'],
          ['aria-disabled', 'true'],
        ]
      else token.attrSet('href', target)
    }
  })
}

/** Moves inline scripts of a page into files, since the app's Content-Security-Policy allows no inline ones. */
function scriptsAsFiles(html: string): string {
  return html.replace(/<script id="[\w-]+">(.*?)<\/script>/gs, (_, code: string) => {
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
    const file = join('assets', `early.${hash}.js`)
    mkdirSync(join(OUT, 'assets'), { recursive: true })
    if (!existsSync(join(OUT, file))) writeFileSync(join(OUT, file), code)
    return `<script src="${BASE}${file}"></script>`
  })
}

export default defineConfig({
  title: 'Letterlend',
  base: BASE,
  outDir: OUT,
  cacheDir: join(REPOSITORY, 'node_modules', '.cache', 'vitepress'),
  markdown: {
    // Documents write <name> for what the reader has to fill in.
    html: false,
    anchor: { slugify: anchorOf },
    config: linksOfSite,
    languageAlias: { haproxy: 'txt', cron: 'txt' },
  },
  transformHtml: scriptsAsFiles,
  locales: Object.fromEntries(
    Object.entries(WORDS).map(([language, { label, description }]) => [
      language === 'en' ? 'root' : language,
      { label, lang: language, description, themeConfig: themeOf(language as SiteLanguage) },
    ]),
  ),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: Object.fromEntries(
          Object.entries(WORDS).map(([language, { search }]) => [
            language === 'en' ? 'root' : language,
            search ? { translations: search } : {},
          ]),
        ),
      },
    },
  },
})
