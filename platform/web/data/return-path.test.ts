import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('safeReturnPath', () => {
  it('follows a path of this app', () => {
    expect(safeReturnPath('/map/letterbox/1?a=b')).toBe('/map/letterbox/1?a=b')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/.//evil.example/',
    '/a/..//evil.example/',
    '/%2e//evil.example/',
    '/\t/evil.example/',
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
