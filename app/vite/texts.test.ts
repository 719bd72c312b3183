import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import type { TextTree } from '#platform/shared/texts.ts'
import {
  COMPLETE,
  compareTexts,
  completed,
  flatten,
  pseudoTexts,
  ROOT,
  readTexts,
  textsOf,
  withoutForm,
} from './text-files.ts'

/** The server's sections are named with their feature, those of screens on their own. */
const SERVERS = ['mails', 'papers', 'server']

/** `orders:table.date`, or `orders/mails:paid.subject`. */
function keysOf(language: Language): Map<string, string> {
  return new Map(
    Object.entries(readTexts(language)).flatMap(([noun, tree]) =>
      Object.entries(tree).flatMap(([section, texts]) => {
        const start = SERVERS.includes(section) ? `${noun}/${section}` : section
        return [...flatten(texts as TextTree)].map(
          ([path, text]) => [`${start}:${path}`, text] as const,
        )
      }),
    ),
  )
}
const complete = keysOf(COMPLETE)
const bases = new Set([...complete.keys()].map(withoutForm))

const programs = ['features', 'platform', 'app', 'commands']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))

/**
 * Texts that `defineTextMail('users', 'dataExported', ...)` uses implicitly, below the mail's name or shared by its
 * feature.
 */
const textsOfMails = (source: string) =>
  [...source.matchAll(/defineTextMail\(\s*'([\w-]+)',\s*'(\w+)'/g)].map(
    ([, noun, template]) =>
      new RegExp(
        `^${noun}/mails\\.((${template}\\.)?(subject|preview|heading|greeting|body[1-3]?|button|note|footer)|notMe\\.(button|note))$`,
      ),
  )

/** The string literals of a file, its templates as patterns, and the parts that it uses as a whole. */
function literalsOf(source: string) {
  const quoted = source.matchAll(/'([\w.:-]+)'|"([\w.:-]+)"/g)
  const templates = source.matchAll(/\b(?:t\(|key:)\s*`([^`]+)`/g)
  return {
    texts: new Set([...quoted].map((match) => match[1] ?? match[2] ?? '')),
    /** `sectionsOf('orders', lang).papers.receipt` as `orders/papers.receipt.` */
    parts: [...source.matchAll(/sectionsOf\('([\w-]+)', [\w.]+\)\s*\.([\w.]+)/g)].map(
      ([, noun, path]) => `${noun}/${path}.`,
    ),
    mails: textsOfMails(source),
    patterns: [...templates].map((match) => {
      const parts = (match[1] ?? '').split(/\$\{[^}]*\}/)
      return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`)
    }),
  }
}

const files = programs.map((path) => {
  const source = readFileSync(join(ROOT, path), 'utf8')
  return { path, source, ...literalsOf(source) }
})

/** Whether a file names both the section (or feature) and the path, each as a literal or template. */
function isUsed(fullKey: string): boolean {
  const [start = '', inner = ''] = fullKey.split(':')
  const [name = '', section] = start.split('/')
  const path = section ? `${section}.${inner}` : inner
  return files.some(({ texts, patterns, parts, mails }) => {
    if (texts.has(fullKey)) return true
    if (parts.some((part) => `${name}/${path}.`.startsWith(part))) return true
    if (patterns.some((pattern) => pattern.test(fullKey))) return true
    if (mails.some((mail) => mail.test(`${name}/${path}`))) return true
    if (!texts.has(name)) return false
    return texts.has(path) || patterns.some((pattern) => pattern.test(path))
  })
}

const holesOf = (text: string | undefined) =>
  new Set([...(text ?? '').matchAll(/\{\{(\w+)/g)].map((match) => match[1]))

describe('the texts', () => {
  it.each(LANGUAGES)('in %s have exactly the keys of the complete language', (language) => {
    expect(compareTexts(language)).toEqual({ missing: [], surplus: [] })
  })

  it.each(LANGUAGES)('in %s have every plural form and no empty text', (name) => {
    const keys = keysOf(name)
    const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories
    for (const [key, text] of keys) {
      expect(text.trim(), key).not.toBe('')
      if (!key.endsWith('_other')) continue
      expect(
        forms.filter((form) => !keys.has(`${withoutForm(key)}_${form}`)),
        key,
      ).toEqual([])
    }
  })

  it.each(LANGUAGES)(
    'in %s have the same placeholders as those of the complete language',
    (language) => {
      for (const [key, text] of keysOf(language)) {
        if (complete.has(key)) expect(holesOf(text), key).toEqual(holesOf(complete.get(key)))
      }
    },
  )

  it('have no unused key', () => {
    expect([...bases].filter((key) => !isUsed(key))).toEqual([])
  })

  it('have every key that a screen uses', () => {
    const missing = files.flatMap(({ path, source }) => {
      const sections = [...source.matchAll(/useTranslation\('([\w-]+)'/g)].map((match) => match[1])
      if (sections.length === 0) return []
      return [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)]
        .map((match) => match[1])
        .filter((key) => !sections.some((section) => bases.has(`${section}:${key}`)))
        .map((key) => `${path}: ${key}`)
    })
    expect(missing).toEqual([])
  })

  it('define each section once', () => {
    const sections = Object.values(readTexts(COMPLETE))
      .flatMap(Object.keys)
      .filter((section) => !SERVERS.includes(section))
    expect(sections.filter((section, place) => sections.indexOf(section) !== place)).toEqual([])
  })
})

describe('the fallback of a language', () => {
  it('supplies each missing text with all of its plural forms', () => {
    const fallback = { a: { kept: 'Kept', found_one: 'one', found_other: 'some' }, b: { c: 'C' } }
    expect(completed({ a: { kept: 'Behalten', found_many: 'molti' } }, fallback)).toEqual({
      a: { kept: 'Behalten', found_many: 'molti' },
      b: { c: 'C' },
    })
    expect(completed({ a: { kept: 'Behalten' } }, fallback)).toEqual({
      a: { kept: 'Behalten', found_one: 'one', found_other: 'some' },
      b: { c: 'C' },
    })
  })

  it('does not change a complete language', () => {
    expect(textsOf('fr')).toEqual(readTexts('fr'))
  })
})

it('a pseudo language is longer and keeps its placeholders', () => {
  expect(pseudoTexts({ a: { b: 'Hello {{name}}' } })).toEqual({ a: { b: '[Hélló {{name}}~~]' } })
})
