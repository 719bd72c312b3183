import { describe, expect, it } from 'vitest'
import { borrowAnswer, letterboxKind } from './letterbox-kind.ts'

const letterbox = {
  id: 'a',
  role_name: 'normal' as const,
  enable_messaging: true,
  active: true,
}
const viewer = { loggedIn: true, messaging: true, letterboxId: 'b', holidayUntil: null }

describe('letterbox kind', () => {
  it('puts the role before messaging, and activity only with messaging', () => {
    expect(letterboxKind(letterbox)).toBe('messaging_active')
    expect(letterboxKind({ ...letterbox, active: false })).toBe('messaging')
    expect(letterboxKind({ ...letterbox, enable_messaging: false })).toBe('normal')
    expect(letterboxKind({ ...letterbox, role_name: 'supporter' })).toBe('supporter')
    expect(letterboxKind({ ...letterbox, role_name: 'reseller' })).toBe('reseller')
  })
})

describe('borrowing', () => {
  it('is possible between two neighbours who take messages', () => {
    expect(borrowAnswer(letterbox, viewer)).toBe('possible')
  })

  it('says the first thing in the way', () => {
    expect(borrowAnswer(letterbox, { ...viewer, letterboxId: 'a' })).toBe('own')
    expect(borrowAnswer({ ...letterbox, role_name: 'reseller' }, viewer)).toBe('reseller')
    expect(borrowAnswer({ ...letterbox, enable_messaging: false }, viewer)).toBe('noMessages')
    const visitor = { ...viewer, loggedIn: false, messaging: false, letterboxId: null }
    expect(borrowAnswer(letterbox, visitor)).toBe('loggedOut')
    expect(borrowAnswer(letterbox, { ...viewer, messaging: false })).toBe('ownMessagingOff')
  })
})
