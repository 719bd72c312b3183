import { describe, expect, it } from 'vitest'
import { isBareScreen, pathOfHash, paths, safeReturnPath } from './paths.ts'

describe('paths', () => {
  it('leaves out what is not asked for', () => {
    expect(paths.map()).toBe('/map')
    expect(paths.map({ lat: 47.37, lng: 8.54 })).toBe('/map?lat=47.37&lng=8.54')
    expect(paths.login()).toBe('/auth/login')
  })

  it('keeps the place to come back to in one value', () => {
    const link = paths.login('/map/letterbox/1?sticker_id=2')
    expect(new URLSearchParams(link.split('?')[1]).get('from')).toBe(
      '/map/letterbox/1?sticker_id=2',
    )
  })
})

it('gives the whole window to the map of resellers', () => {
  expect(isBareScreen(paths.resellers())).toBe(true)
  expect(isBareScreen('/Resellers/')).toBe(true)
  expect(isBareScreen('/resellers/more')).toBe(false)
})

describe('safeReturnPath', () => {
  it('follows a path of this app', () => {
    expect(safeReturnPath('/map/letterbox/1?a=b')).toBe('/map/letterbox/1?a=b')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'profile',
    '',
  ])('does not follow %s', (from) => {
    expect(safeReturnPath(from)).toBeNull()
  })

  it('does not lead back to the login or out again', () => {
    expect(safeReturnPath('/auth/login?from=/')).toBeNull()
    expect(safeReturnPath('/Auth/Logout')).toBeNull()
  })
})

describe('pathOfHash', () => {
  it('turns an old link into its path', () => {
    expect(pathOfHash('#/auth/logout')).toBe('/auth/logout')
    expect(pathOfHash('#/map?id=1')).toBe('/map?id=1')
  })

  it('leaves other hashes alone', () => {
    expect(pathOfHash('#content')).toBeNull()
    expect(pathOfHash('')).toBeNull()
    expect(pathOfHash('#//evil.example')).toBeNull()
  })
})
