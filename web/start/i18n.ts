import type { Language } from '@letterlend/contract/languages.ts'
import { asLanguage, chooseLanguage } from '@letterlend/contract/languages.ts'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGE_KEY } from './language.ts'

/** The texts of the start screen: one lazily loaded chunk a language. */
const START_TEXTS = {
  de: () => import('../locales/de.ts'),
  en: () => import('../locales/en.ts'),
  fr: () => import('../locales/fr.ts'),
} as const

/** The texts of all other screens: each file on its own, when the first screen asks for it. */
const LATER_TEXTS = import.meta.glob<ResourceKey>(
  ['../locales/*/*.json', '!../locales/*/{errors,items,layout,letterboxes,map}.json'],
  { import: 'default' },
)

async function readTexts(language: string, namespace: string): Promise<ResourceKey> {
  const later = LATER_TEXTS[`../locales/${language}/${namespace}.json`]
  if (later) return later()
  const { texts } = await START_TEXTS[asLanguage(language) ?? 'de']()
  return texts[namespace as keyof typeof texts]
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (texts) => done(null, texts),
      // `true`: a file that did not arrive is asked for again, a few times.
      (reason: Error) => done(reason, true),
    )
  },
}

/** Read before anything changes the address bar: it outranks the account's setting. */
const queryLanguage = new URLSearchParams(window.location.search).get('lang')

function deviceLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}

async function show(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Chooses the language and loads its texts; the app is rendered after it. */
export async function startI18n(): Promise<void> {
  const language = chooseLanguage({
    query: queryLanguage,
    user: null,
    device: deviceLanguage(),
    browser: navigator.languages,
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'layout',
      ns: ['errors', 'items', 'layout', 'letterboxes', 'map'],
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  await show(language)
}

export function currentLanguage(): Language {
  return asLanguage(i18next.language) ?? 'de'
}

/** Shows the app in `language` and remembers it on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await show(language)
}

/** Follows the account's setting unless the address bar asked for a language. */
export async function followUserLanguage(setting: Language): Promise<void> {
  if (queryLanguage !== null) return
  await changeLanguage(setting)
}
