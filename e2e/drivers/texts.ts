import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './server-process.ts'

export type Language = 'de' | 'en' | 'fr'
export const LANGUAGES: Language[] = ['de', 'en', 'fr']

interface Tree {
  [key: string]: string | Tree
}

function readTexts(language: Language): Tree {
  const folder = join(ROOT, 'platform', 'web', 'locales', language)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  )
}

/** Looks texts of the app up by their key, so that no test repeats them. */
export type Texts = (key: string, values?: Record<string, string | number>) => string

/** `t('borrow:loggedOut.logIn')`, with `count` for plurals, from the app's own files. */
export function textsOf(language: Language): Texts {
  const all = readTexts(language)
  const find = (path: string[]) =>
    path.reduce<string | Tree | undefined>(
      (tree, key) => (typeof tree === 'object' ? tree[key] : undefined),
      all,
    )
  return (key, values = {}) => {
    const [namespace = '', rest = ''] = key.split(':')
    const path = [namespace, ...rest.split('.')]
    const plural = new Intl.PluralRules(language).select(Number(values.count ?? 0))
    const text = find(path) ?? find([...path.slice(0, -1), `${path.at(-1)}_${plural}`])
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
