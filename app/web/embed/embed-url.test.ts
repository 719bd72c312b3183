import { expect, it } from 'vitest'
import { embeddedFrom, embedPath, linkToApp } from './embed-url.ts'

const shown = {
  stickerIds: [1, 5],
  match: 'all' as const,
  messagingOnly: true,
  view: { latitude: 46.95, longitude: 7.45, zoom: 14 },
}

it('an embedded map shows what its address says', () => {
  const path = embedPath(shown, true)
  expect(path).toMatch(/^\/embed\?/)
  expect(embeddedFrom(path.slice(path.indexOf('?')))).toEqual({ ...shown, locked: true })
})

it('an embedded map without valid parameters is unlocked and unfiltered', () => {
  expect(embeddedFrom('?locked=no&sticker=abc&lat=95&lng=1')).toEqual({
    stickerIds: [],
    match: 'any',
    messagingOnly: false,
    view: null,
    locked: false,
  })
})

it('an embedded map links to the same map in the app', () => {
  const url = new URL(linkToApp(shown), 'http://letterlend')
  expect(url.pathname).toBe('/map')
  expect(url.searchParams.get('sticker')).toBe('1,5')
  expect(url.searchParams.get('z')).toBe('14')
})
