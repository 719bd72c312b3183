import { describe, expect, it } from 'vitest'

const FILES = import.meta.glob<object>('./*/*.json', { import: 'default', eager: true })

/** Every text of a language, by namespace. */
function textsOf(language: string): Record<string, object> {
  const own = Object.entries(FILES).flatMap(([path, texts]) => {
    const [, folder, namespace = ''] = /^\.\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? []
    return folder === language ? [[namespace, texts] as const] : []
  })
  return Object.fromEntries(own)
}
const [de, en, fr] = ['de', 'en', 'fr'].map(textsOf) as [object, object, object]

const PLURAL = /_(zero|one|two|few|many|other)$/

/** `{dashboard: {inbox: "..."}}` as `dashboard.inbox` -> text. */
function flatten(bundle: object, path = ''): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [name, value] of Object.entries(bundle)) {
    const key = path ? `${path}.${name}` : name
    if (typeof value === 'string') keys.set(key, value)
    else for (const [inner, text] of flatten(value, key)) keys.set(inner, text)
  }
  return keys
}

function keysOf(language: object): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [namespace, bundle] of Object.entries(language)) {
    for (const [key, text] of flatten(bundle)) keys.set(`${namespace}:${key}`, text)
  }
  return keys
}

const base = (key: string) => key.replace(PLURAL, '')
const bases = (language: object) => new Set([...keysOf(language).keys()].map(base))

const sources: Record<string, string> = import.meta.glob(
  [
    '../../../{features/*,platform,app}/web/**/*.{ts,tsx}',
    '!../../../**/*.test.*',
    '!../locales/**',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** Quoted texts of a file, and the templates it asks for as patterns. */
function literalsOf(source: string): { texts: Set<string>; patterns: RegExp[] } {
  const quoted = source.matchAll(/'([\w.:-]+)'|"([\w.:-]+)"/g)
  const templates = source.matchAll(/\bt\(\s*`([^`]+)`/g)
  return {
    texts: new Set([...quoted].map((match) => match[1] ?? match[2] ?? '')),
    patterns: [...templates].map((match) => {
      const parts = (match[1] ?? '').split(/\$\{[^}]*\}/)
      return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`)
    }),
  }
}

const files = Object.entries(sources).map(([path, source]) => ({
  path,
  source,
  ...literalsOf(source),
}))

function isUsed(fullKey: string): boolean {
  const [namespace = '', key = ''] = fullKey.split(':')
  return files.some(({ texts, patterns }) => {
    if (texts.has(fullKey)) return true
    if (!texts.has(namespace)) return false
    return texts.has(key) || patterns.some((pattern) => pattern.test(key))
  })
}

describe('texts', () => {
  it.each([
    ['de', de],
    ['fr', fr],
  ])('%s has exactly the keys of English', (_name, language) => {
    expect([...bases(language)].sort()).toEqual([...bases(en)].sort())
  })

  it.each([
    ['de', de],
    ['en', en],
    ['fr', fr],
  ])('%s says every plural form of its language and leaves nothing empty', (name, language) => {
    const keys = keysOf(language)
    const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories
    for (const [key, text] of keys) {
      expect(text.trim(), key).not.toBe('')
      if (!key.endsWith('_other')) continue
      expect(
        forms.filter((form) => !keys.has(`${base(key)}_${form}`)),
        key,
      ).toEqual([])
    }
  })

  it.each([
    ['de', de],
    ['fr', fr],
  ])('%s fills in the same values as English', (_name, language) => {
    const holes = (text: string | undefined) =>
      [...(text ?? '').matchAll(/\{\{(\w+)/g)].map((m) => m[1])
    const english = keysOf(en)
    for (const [key, text] of keysOf(language)) {
      if (english.has(key))
        expect(new Set(holes(text)), key).toEqual(new Set(holes(english.get(key))))
    }
  })

  it('has no key that nothing uses', () => {
    expect([...bases(en)].filter((key) => !isUsed(key))).toEqual([])
  })

  it('has every key that a screen asks for', () => {
    const known = bases(en)
    const missing = files.flatMap(({ path, source }) => {
      const namespaces = [...source.matchAll(/useTranslation\('([\w-]+)'/g)].map(
        (match) => match[1],
      )
      if (namespaces.length === 0) return []
      return [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)]
        .map((match) => match[1])
        .filter((key) => !namespaces.some((namespace) => known.has(`${namespace}:${key}`)))
        .map((key) => `${path}: ${key}`)
    })
    expect(missing).toEqual([])
  })
})
