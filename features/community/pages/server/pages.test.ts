import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { SCREENS } from '#platform/shared/screens.ts'
import { pageTitle } from './page-titles.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const page = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { 'accept-language': 'de', ...headers } })
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const langOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1]

describe('the page of an address', () => {
  it('is in the language of the cookie, unless the query has another', async () => {
    const chosen = await page('/about', { cookie: 'other=1; lang=fr' })
    expect([langOf(chosen.body), titleOf(chosen.body)]).toEqual([
      'fr',
      'À propos de Letterlend · Letterlend',
    ])
    expect(langOf((await page('/about?lang=en', { cookie: 'lang=fr' })).body)).toBe('en')
    expect(langOf((await page('/about', { cookie: 'lang=xx; slang=fr' })).body)).toBe('de')
    expect(chosen.headers['set-cookie']).toBeUndefined()
  })

  it('is not cached for readers of another language', async () => {
    const [french, german] = await Promise.all([
      page('/about', { cookie: 'lang=fr' }),
      page('/about'),
    ])
    for (const { headers } of [french, german]) {
      expect(headers.vary).toBe('accept-language, cookie')
      expect(headers['cache-control']).toBe('no-cache')
    }
    expect(french.headers.etag).not.toBe(german.headers.etag)
    const again = await page('/about', { 'if-none-match': String(french.headers.etag) })
    expect([again.statusCode, langOf(again.body)]).toEqual([200, 'de'])
  })

  it('is a 404 for unknown and back office addresses', async () => {
    for (const url of ['/no-such-page', '/admin/orders', '/profile/none']) {
      const { statusCode, body } = await page(url)
      expect([statusCode, titleOf(body)]).toEqual([404, 'Diese Seite gibt es nicht · Letterlend'])
    }
  })
})

it.each(LANGUAGES)('every screen has a distinct title in %s', (lang) => {
  const titles = new Map(SCREENS.map((screen) => [screen, pageTitle(lang, screen, 'Letterlend')]))
  const none = pageTitle(lang, null, 'Letterlend')
  expect([...titles].filter(([, title]) => title === none)).toEqual([])
  expect(titles.get(paths.home())).toBeNull()
  // The missing letterbox gets the page of the map.
  expect(new Set(titles.values()).size).toBe(SCREENS.length - 1)
})
