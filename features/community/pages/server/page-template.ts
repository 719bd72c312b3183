import type { Language } from '#platform/shared/languages.ts'
import type { ScreenShape } from '#platform/shared/paths.ts'
import type { Banner } from '#platform/shared/settings/banner.ts'
import type { Brand } from '#platform/shared/settings/brand.ts'
import { brandIconSource, logoSource } from '#platform/shared/settings/brand-logo.ts'
import { brandStyle, themeColours } from './brand-style.ts'
import { pageTextsIn } from './page-texts.ts'

/** A sentence of a page that needs no app, and what to do next. */
export interface PageNote {
  title: string
  text: string
  links: { text: string; path: string }[]
}

export interface PageFeed {
  /** Media type. */
  type: string
  title: string
  path: string
}

export interface Page {
  lang: Language
  title: string
  /** Null: the product's description. */
  description: string | null
  /** Absolute URLs for link previews. */
  url: string
  image: string
  /** The outline shown before the app runs. */
  shell: ScreenShape
  /** The warning under the navigation; null while it is switched off. */
  banner: Banner | null
  /** The community's name next to the logo, and its colours. */
  brand: Brand
  /** Link to the map on the embeddable page, for frames without scripts. */
  openAt: string | null
  /** Feeds with what is new around the place that the page shows; empty for other pages. */
  feeds: readonly PageFeed[]
  /** What the page says before the app runs, and without scripts; null if it needs the app. */
  note: PageNote | null
  /** CSP nonce of the inline scripts; empty if scripts may not run. */
  nonce: string
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function unableHtml(text: string, href: string): string {
  const url = escapeHtml(href)
  return `<p id="shell-unable">${escapeHtml(text)} <a href="${url}" target="_blank" rel="noopener">${url}</a></p>`
}

function noteHtml({ title, text, links }: PageNote): string {
  const items = links.map(
    (link) => `<p><a href="${escapeHtml(link.path)}">${escapeHtml(link.text)}</a></p>`,
  )
  return `<main id="shell-note"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${items.join('')}</main>`
}

/** Feed readers look for these when somebody gives them the address of the page. */
const feedHtml = ({ type, title, path }: PageFeed) =>
  `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(path)}" />`

/** Inserted before the app's root. */
function beforeApp({ openAt, note }: Page, embedUnable: string): string {
  if (openAt) return unableHtml(embedUnable, openAt)
  return note ? noteHtml(note) : ''
}

const themeColour = (scheme: 'light' | 'dark') =>
  new RegExp(
    `(?<=<meta name="theme-color" content=")[^"]*(?=" media="\\(prefers-color-scheme: ${scheme}\\)")`,
  )

const property = (name: string) => new RegExp(`(?<=<meta property="${name}" content=")[^"]*(?=")`)

/** The parts of the built `index.html` that differ between pages. */
const PLACES = {
  lang: /(?<=<html lang=")[^"]*(?=")/,
  title: /(?<=<title>)[^<]*(?=<\/title>)/,
  description: /(?<=<meta name="description" content=")[^"]*(?=")/,
  ogSiteName: property('og:site_name'),
  ogTitle: property('og:title'),
  ogDescription: property('og:description'),
  ogUrl: property('og:url'),
  ogImage: property('og:image'),
  nonce: /(?<=<meta name="nonce" nonce=")[^"]*(?=")/,
  themeLight: themeColour('light'),
  themeDark: themeColour('dark'),
  // After the page's own styles, because it overrides their variables.
  style: /(?=<\/head>)/,
  shell: /(?<=<div id="shell" data-shell=")[^"]*(?=")/,
  banner: /(?<=<div id="shell" [^>]*data-banner=")[^"]*(?=")/,
  logo: /(?<=<img id="shell-logo" src=")[^"]*(?=")/,
  feeds: /(?=<link rel="icon")/,
  icon: /(?<=<link rel="icon" href=")[^"]*(?=")/,
  touchIcon: /(?<=<link rel="apple-touch-icon" href=")[^"]*(?=")/,
  brand: /(?<=<b id="shell-brand" translate="no">)[^<]*(?=<\/b>)/,
  welcome: /(?<=<p id="shell-welcome">)[^<]*(?=<\/p>)/,
  // The app removes it at its start.
  unable: /(?=<div id="root">)/,
  noScript: /(?<=<noscript><p>)[^<]*(?=<\/p><\/noscript>)/,
} as const

type PlaceName = keyof typeof PLACES

/** Parts that are inserted as HTML. */
const MARKUP: readonly PlaceName[] = ['style', 'feeds', 'unable']

/**
 * Splits the page into constant pieces once. Inserted text is escaped, except styles, which are made of checked
 * colours, and sentences with links, whose parts are escaped already. Throws if the page lacks one of the places.
 */
export function createPageTemplate(html: string): (page: Page) => string {
  const places = (Object.keys(PLACES) as PlaceName[])
    .map((name) => {
      const match = PLACES[name].exec(html)
      if (!match) throw new Error(`Unexpected index.html without its ${name}`)
      return { name, start: match.index, end: match.index + match[0].length }
    })
    .sort((a, b) => a.start - b.start)

  return (page) => {
    const { lang, title, description, url, image, shell, banner, brand, nonce } = page
    const texts = pageTextsIn(lang)
    const theme = themeColours(brand)
    const sentence = description ?? texts.description
    const values: Record<PlaceName, string> = {
      lang,
      title,
      description: sentence,
      ogSiteName: brand.name,
      ogTitle: title,
      ogDescription: sentence,
      ogUrl: url,
      ogImage: image,
      nonce,
      themeLight: theme.light,
      themeDark: theme.dark,
      shell,
      banner: banner ? JSON.stringify(banner) : '',
      logo: brand.logo ? logoSource(brand.logo) : '/favicon.svg',
      icon: brand.logo ? brandIconSource(brand.logo, 'small') : '/favicon.svg',
      touchIcon: brand.logo ? brandIconSource(brand.logo, 'touch') : '/apple-touch-icon.png',
      brand: brand.name,
      feeds: page.feeds.map(feedHtml).join(''),
      style: brandStyle(brand),
      welcome: texts.description,
      unable: beforeApp(page, texts.embedUnable),
      // In a frame that forbids scripts the visitor's browser is not the reason, and the link is enough.
      noScript: page.openAt ? '' : texts.noScript,
    }
    let filled = ''
    let done = 0
    for (const { name, start, end } of places) {
      filled +=
        html.slice(done, start) + (MARKUP.includes(name) ? values[name] : escapeHtml(values[name]))
      done = end
    }
    return filled + html.slice(done)
  }
}
