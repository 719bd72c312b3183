import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#platform/server/paths.ts'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { createPageTemplate, type Page } from './page-template.ts'

const source = readFileSync(join(ROOT, 'app', 'web', 'index.html'), 'utf8')
const page: Page = {
  lang: 'fr',
  title: 'T',
  description: null,
  url: 'https://lend.example.org/',
  image: 'https://lend.example.org/img/previews/map.png',
  shell: 'start',
  openAt: null,
  feeds: [],
  note: null,
  nonce: '',
  banner: null,
  brand: { name: 'B', ...PRESET_COLOURS, logo: null },
}

describe('the page', () => {
  it('names its feeds, with a title that cannot be markup', () => {
    const feeds = [{ type: 'application/atom+xml', title: '<b>"', path: '/feed?lat=1&lng=2' }]
    expect(createPageTemplate(source)({ ...page, feeds })).toContain(
      '<link rel="alternate" type="application/atom+xml" title="&lt;b&gt;&quot;" href="/feed?lat=1&amp;lng=2" />',
    )
  })

  it('is filled in the requested language', () => {
    const html = createPageTemplate(source)(page)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('<title>T</title>')
    expect(html).toContain('<b id="shell-brand" translate="no">B</b>')
    expect(html.match(/Votre voisinage vous prête/g)).toHaveLength(3)
    expect(html).toContain('data-shell="start" data-banner=""')
  })

  it('never turns a name into markup', () => {
    const hostile = '"><script>alert(1)</script>&\''
    const html = createPageTemplate(source)({
      ...page,
      title: hostile,
      description: hostile,
      brand: { ...page.brand, name: hostile },
      banner: { de: hostile, en: '', fr: '' },
    })
    expect(html).not.toContain('<script>alert')
    expect(
      html.match(/&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;&#39;/g),
    ).toHaveLength(7)
  })

  it('in a frame without scripts links the map; other pages do not', () => {
    const render = createPageTemplate(source)
    expect(render(page)).not.toContain('shell-unable')
    const html = render({ ...page, openAt: 'https://lend.example.org/map?sticker=1&z="' })
    expect(html).toContain('href="https://lend.example.org/map?sticker=1&amp;z=&quot;"')
    expect(html).toContain('<noscript><p></p></noscript>')
  })

  it('contains what it says without scripts, as text', () => {
    const note = { title: 'T<', text: 'A & B', links: [{ text: 'Map', path: '/map?z="' }] }
    const html = createPageTemplate(source)({ ...page, note })
    expect(html).toContain('<h1>T&lt;</h1><p>A &amp; B</p><p><a href="/map?z=&quot;">Map</a></p>')
    expect(createPageTemplate(source)(page)).not.toContain('shell-note')
  })

  it('requires every placeholder in its source', () => {
    expect(() => createPageTemplate(source.replace('<title>', '<t>'))).toThrow('without its title')
  })
})
