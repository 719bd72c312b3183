import { expect, it } from 'vitest'
import { type Embedded, embeddedFrom, embedPath, linkToApp } from './embed-url.ts'

const shown: Embedded = {
  stickerIds: [1, 5],
  match: 'all',
  messagingOnly: true,
  view: { latitude: 46.95, longitude: 7.45, zoom: 14 },
  locked: true,
  scheme: 'dark',
  colour: '#2e8b57',
  language: 'fr',
}

it('an embedded map shows what its address says', () => {
  const path = embedPath(shown)
  expect(path).toMatch(/^\/embed\?/)
  expect(embeddedFrom(path.slice(path.indexOf('?')))).toEqual(shown)
})

it('an embedded map without valid parameters is unlocked and unfiltered', () => {
  expect(
    embeddedFrom('?locked=no&sticker=abc&lat=95&lng=1&scheme=pink&colour=red&lang=xx'),
  ).toEqual({
    stickerIds: [],
    match: 'any',
    messagingOnly: false,
    view: null,
    locked: false,
    scheme: null,
    colour: null,
    language: null,
  })
})

it('an embedded map links to the same map in the app', () => {
  const url = new URL(linkToApp(shown), 'http://letterlend')
  expect(url.pathname).toBe('/map')
  expect(url.searchParams.get('sticker')).toBe('1,5')
  expect(url.searchParams.get('z')).toBe('14')
})
