import languages, { startSections } from 'virtual:texts'
import { useCallback, useSyncExternalStore } from 'react'
import { DEFAULT_LANGUAGE, eachLanguage, type Language } from '#platform/shared/languages.ts'
import { joiningIn, textAt, type Values } from '#platform/shared/texts.ts'
import { createListeners } from '../data/listeners.ts'
import { formatNumber } from './numbers.ts'
import type { FullKey, Key, Namespace } from './text-keys.ts'

/** `loans:status.agreed`: for functions that choose a text for others to show. */
export type { FullKey }

/** Pauses before a failed file is requested again. */
const RETRY_AFTER_MS = [300, 1000, 3000]

type Texts = Partial<Record<string, object>>

const arrived = eachLanguage<Texts>(() => ({}))
const requests = new Map<string, Promise<void>>()
/** Failures of loading texts, until a screen has thrown them. */
const broken = new Map<string, unknown>()
let shownLanguage: Language = DEFAULT_LANGUAGE
const languageChanges = createListeners()
let plurals = new Intl.PluralRules(shownLanguage)

export const currentLanguage = () => shownLanguage

/** Adds texts that are already loaded. */
export function addTexts(language: Language, texts: Texts): void {
  Object.assign(arrived[language], texts)
}

/** Loaders by path, as for a language. */
const further: Record<string, () => Promise<object>> = {}

/** Registers text files that only some screens need. Call it before the first of those screens is shown. */
export function addFurtherTexts(files: typeof further): void {
  Object.assign(further, files)
}

async function fetchTexts(language: Language, namespace: string): Promise<void> {
  const { start, later } = languages[language]
  if (startSections.includes(namespace)) {
    const { default: texts } = await start()
    addTexts(language, texts)
    return
  }
  const path = `${language}/${namespace}`
  const load = further[path] ?? (await later()).default[path]
  if (load) addTexts(language, { [namespace]: await load() })
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (const pause of RETRY_AFTER_MS) {
    try {
      return await work()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return work()
}

/** Loads the texts once; after a failure the next screen tries again. */
export function loadTexts(language: Language, namespace: string): Promise<void> {
  const name = `${language}/${namespace}`
  const earlierRequest = requests.get(name)
  if (earlierRequest) return earlierRequest
  const loading = insist(() => fetchTexts(language, namespace))
  requests.set(name, loading)
  loading.catch((reason: unknown) => {
    requests.delete(name)
    broken.set(name, reason)
  })
  return loading
}

/** For screens whose code is still loading: loads their texts in parallel. */
export function expectTexts(namespace: Namespace): void {
  loadTexts(shownLanguage, namespace).catch(() => undefined)
}

/** Switches to `language` once all texts that are in use are loaded in it. */
export async function showLanguage(language: Language): Promise<void> {
  const namespaces = ['layout', ...Object.keys(arrived[shownLanguage])]
  await Promise.all(namespaces.map((namespace) => loadTexts(language, namespace)))
  shownLanguage = language
  plurals = new Intl.PluralRules(language)
  document.documentElement.lang = language
  languageChanges.tell()
}

/** A loaded text. `key`: of this namespace, or `other-namespace:path`. */
export function textOf(language: Language, namespace: string, key: string, values: Values): string {
  const [path = '', of = namespace] = key.split(':').reverse()
  const format = (value: number) => formatNumber(value, language)
  const rules = { plurals, format, join: joiningIn(language) }
  return textAt(arrived[language][of], path, values, rules)
}

/** A text for code outside of components. */
export function translate(key: FullKey, values: Values = {}): string {
  return textOf(shownLanguage, 'layout', key, values)
}

/** React renders again when the thrown promise settles. */
function suspend(language: Language, namespace: string): never {
  const name = `${language}/${namespace}`
  if (!broken.has(name)) throw loadTexts(language, namespace)
  const reason = broken.get(name)
  broken.delete(name)
  throw reason
}

/** The texts of a screen; the screen suspends until they are loaded. */
export function useTranslation<First extends Namespace, Others extends Namespace = never>(
  namespaces: First | readonly [First, ...Others[]],
): { t: (key: Key<First, Others>, values?: Values) => string } {
  const language = useSyncExternalStore(languageChanges.subscribe, currentLanguage)
  const names: readonly string[] = typeof namespaces === 'string' ? [namespaces] : namespaces
  const [missing, ...others] = names.filter((name) => !arrived[language][name])
  if (missing !== undefined) {
    for (const name of others) expectTexts(name as Namespace)
    suspend(language, missing)
  }
  const [first = ''] = names
  const t = useCallback(
    (key: string, values: Values = {}) => textOf(language, first, key, values),
    [language, first],
  )
  return { t }
}
