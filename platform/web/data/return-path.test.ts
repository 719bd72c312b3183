import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('safeReturnPath', () => {
  it('accepts a path of this app', () => {
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
  ])('rejects %s', (from) => {
    expect(safeReturnPath(from)).toBeNull()
  })

  it('rejects the login and the logout page', () => {
    expect(safeReturnPath('/auth/login?from=/')).toBeNull()
    expect(safeReturnPath('/Auth/Logout')).toBeNull()
  })
})
