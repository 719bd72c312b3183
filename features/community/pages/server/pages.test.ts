import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { SCREENS } from '#platform/shared/screens.ts'
import { pageTitle } from './page-titles.ts'

const START = { latitude: 46.9, longitude: 7.4 }
const SPOT = { latitude: 47.2, longitude: 9.6 }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { mapStart: { ...START, zoom: 15 } } })
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

  it('names the feeds of the area that the map shows', async () => {
    const { id } = await createLetterbox(test.deps.database.orm, SPOT)
    const hidden = await createLetterbox(test.deps.database.orm, {
      ...SPOT,
      ownerFields: { show_on_map: false },
    })
    const feedsOf = async (url: string) =>
      [...(await page(url)).body.matchAll(/<link rel="alternate" [^>]*href="([^"]*)"/g)].map(
        ([, href]) => href?.replaceAll('&amp;', '&').replace('/api/v1/letterboxes/', ''),
      )
    const feeds = (area: string) => [`news.atom?${area}&lang=de`, `news.json?${area}&lang=de`]
    const shown = feeds('lat=47.166&lng=9.511&km=3')
    expect(await feedsOf('/map?lat=47.16612&lng=9.5114&z=14')).toEqual(shown)
    expect(await feedsOf('/?lat=47.16612&lng=9.5114&z=2')).toEqual(
      feeds('lat=47.166&lng=9.511&km=20'),
    )
    expect(await feedsOf(paths.letterbox(id))).toEqual(feeds('lat=47.2&lng=9.6&km=2'))
    const start = feeds('lat=46.9&lng=7.4&km=2')
    for (const url of ['/', '/map?lat=91&lng=9&z=14', paths.letterbox(hidden.id)]) {
      expect(await feedsOf(url)).toEqual(start)
    }
    expect(await feedsOf('/about?lat=47&lng=9')).toEqual([])
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
