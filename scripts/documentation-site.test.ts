import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#platform/server/paths.ts'
import { readTexts } from '../app/vite/text-files.ts'
import { siteLink } from '../docs/.vitepress/links.ts'
import {
  DEVELOPERS,
  folderOf,
  OPERATORS,
  PROJECT_PAGES,
  SITE_LANGUAGES,
  TRANSLATED,
} from '../docs/.vitepress/pages.ts'

const DOCS = join(ROOT, 'docs')
const translated = Object.values(TRANSLATED).flat()

/** Every text of the app in a language. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value ?? {}).flatMap(textsIn)
}

describe('the documentation site', () => {
  it('lists each page for one kind of reader', () => {
    const listed = [...OPERATORS, ...DEVELOPERS].flatMap(({ pages }) => pages)
    expect(new Set(listed).size).toBe(listed.length)
    const documents = ['', 'decisions/'].flatMap((folder) =>
      readdirSync(join(DOCS, folder))
        .filter((file) => file.endsWith('.md') && file !== 'index.md')
        .map((file) => `${folder}${file.slice(0, -'.md'.length)}`),
    )
    const project = Object.values(PROJECT_PAGES).map((page) => `project/${page}`)
    expect([...listed].sort()).toEqual([...documents, ...project].sort())
  })

  it.each(SITE_LANGUAGES)('has the pages for neighbours and organisers: %s', (language) => {
    const pages = ['index', ...translated].map((page) => `${folderOf(language)}${page}.md`)
    expect(pages.filter((page) => !existsSync(join(DOCS, page)))).toEqual([])
  })

  it.each(SITE_LANGUAGES)('names screens and buttons as the app does: %s', (language) => {
    const texts = new Set(textsIn(readTexts(language)))
    const unknown = translated.flatMap((page) => {
      const text = readFileSync(join(DOCS, `${folderOf(language)}${page}.md`), 'utf8')
      const names = [...text.matchAll(/(\*{1,2})([^*\n]+)\1/g)].map(([, , name = '']) => name)
      return names.filter((name) => !texts.has(name)).map((name) => `${page}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  it('links one document to another, and never to a source file', () => {
    expect(siteLink('docs/keys.md', 'backup.md#restoring')).toBe('/backup.md#restoring')
    expect(siteLink('docs/decisions/0001-store.md', '../keys.md')).toBe('/keys.md')
    expect(siteLink('docs/commands.md', '../CONTRIBUTING.md#tables')).toBe(
      '/project/contributing.md#tables',
    )
    expect(siteLink('ARCHITECTURE.md', 'docs/scaling.md')).toBe('/scaling.md')
    expect(siteLink('README.md', 'LICENSE')).toBeNull()
    expect(siteLink('docs/keys.md', 'https://example.org/')).toBe('https://example.org/')
    expect(siteLink('docs/keys.md', '#heading')).toBe('#heading')
  })
})
