import { describe, expect, it } from 'vitest'
import { letterboxKind } from './letterbox-kind.ts'

const letterbox = {
  id: 'a',
  role_name: 'normal' as const,
  enable_messaging: true,
  takes_requests: true,
  active: true,
}

describe('letterboxKind()', () => {
  it('prefers the role to messaging, and activity counts only with messaging', () => {
    expect(letterboxKind(letterbox)).toBe('messaging_active')
    expect(letterboxKind({ ...letterbox, active: false })).toBe('messaging')
    expect(letterboxKind({ ...letterbox, enable_messaging: false })).toBe('normal')
    expect(letterboxKind({ ...letterbox, takes_requests: false })).toBe('normal')
    expect(letterboxKind({ ...letterbox, reachable: false })).toBe('normal')
    expect(letterboxKind({ ...letterbox, role_name: 'supporter' })).toBe('supporter')
    expect(letterboxKind({ ...letterbox, role_name: 'reseller' })).toBe('reseller')
  })
})
