import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fallbackOf, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import type { TextTree } from '#platform/shared/texts.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Maps `orders` to its folder of texts, which may belong to a feature or a part of one. The platform and the app have
 * their own.
 */
export function textFolders(): Map<string, string> {
  const ofFeatures = readdirSync(join(ROOT, 'features'), { recursive: true, encoding: 'utf8' })
    .filter((folder) => basename(folder) === 'texts')
    .map((folder) => join('features', folder))
  const folders = [...ofFeatures, 'platform/texts', 'app/texts']
  return new Map(folders.map((folder) => [basename(dirname(folder)), join(ROOT, folder)]))
}

/** A feature's texts in its file; empty if there is none. */
function readFile(folder: string, language: Language): TextTree {
  const file = join(folder, `${language}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** All texts of a language from the files: feature -> section -> texts. */
export function readTexts(language: Language): Record<string, TextTree> {
  return Object.fromEntries(
    [...textFolders()].map(([noun, folder]) => [noun, readFile(folder, language)]),
  )
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/** `found_one` -> `found`: all forms of a text share one key. */
export const withoutForm = (path: string) => path.replace(PLURAL_FORM, '')

/** `{dashboard: {inbox: "..."}}` as `dashboard.inbox` -> text. */
export function flatten(tree: TextTree, start = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[`${start}${name}`, value] as const]
        : [...flatten(value, `${start}${name}.`)],
    ),
  )
}

/** `tree` with missing texts from `fallback`, each with all its forms. */
export function completed(tree: TextTree, fallback: TextTree): TextTree {
  const own = new Set(Object.keys(tree).map(withoutForm))
  const lacking = Object.entries(fallback).filter(([name]) => !own.has(withoutForm(name)))
  const merged = Object.entries(tree).map(([name, value]) => {
    const other = fallback[name]
    const both = typeof value === 'object' && typeof other === 'object'
    return [name, both ? completed(value, other) : value] as const
  })
  return Object.fromEntries([...merged, ...lacking])
}

/** All texts of a language; missing ones come from its fallback language. */
export function textsOf(language: Language): Record<string, TextTree> {
  const own = readTexts(language)
  const fallback = fallbackOf(language)
  return fallback ? (completed(own, textsOf(fallback)) as Record<string, TextTree>) : own
}

/** The complete language, with which all others are compared. */
export const COMPLETE = LANGUAGES.find((language) => !fallbackOf(language)) ?? LANGUAGES[0]

/** Every key of a language, as `orders/mails.paid.subject`, with the text. */
export const keysOf = (texts: Record<string, TextTree>): Map<string, string> =>
  new Map(Object.entries(texts).flatMap(([noun, tree]) => [...flatten(tree, `${noun}/`)]))

/** The texts that a language lacks, and those that nothing uses. */
export function compareTexts(language: Language): { missing: string[]; surplus: string[] } {
  const bases = (texts: Record<string, TextTree>) =>
    new Set([...keysOf(texts).keys()].map(withoutForm))
  const [own, complete] = [bases(readTexts(language)), bases(readTexts(COMPLETE))]
  return {
    missing: [...complete].filter((key) => !own.has(key)),
    surplus: [...own].filter((key) => !complete.has(key)),
  }
}

const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/** Imitates a wordy language: accents, a third longer, in brackets that show where it is cut off. */
function pseudoText(text: string): string {
  // Links, placeholders and tags stay unchanged.
  const accented = text.replace(
    /\{\{\w+\}\}|https?:\S+|[aeiou]/gi,
    (part) => ACCENTED[part] ?? part,
  )
  const length = text.replace(/\{\{\w+\}\}/g, '').length
  return `[${accented}${'~'.repeat(Math.ceil(length / 3))}]`
}

/** Converts every text, so that texts which are not in a file stand out. */
export function pseudoTexts(tree: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  )
}
