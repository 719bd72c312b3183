import { describe, expect, it } from 'vitest'
import { admitStep, EMPTY_DRAFT, parseStep, registrationDraft } from './registration-state.ts'

const empty = EMPTY_DRAFT
const withAccount = { ...empty, firstname: 'Lea', lastname: 'Frei', email: 'lea@example.org' }
const registered = { ...withAccount, registered: true }

describe('parseStep', () => {
  it('reads a step in any case and nothing else', () => {
    expect(parseStep('Step3')).toBe(3)
    expect(parseStep('step5')).toBeNull()
    expect(parseStep('step1x')).toBeNull()
    expect(parseStep(undefined)).toBeNull()
  })
})

describe('admitStep', () => {
  it('starts a visitor with the account', () => {
    expect(admitStep(null, false, empty)).toBe(1)
    expect(admitStep(2, false, empty)).toBe(1)
    expect(admitStep(4, false, empty)).toBe(1)
  })

  it('asks for the letterbox once the account is complete', () => {
    expect(admitStep(2, false, withAccount)).toBe(2)
    expect(admitStep(2, false, { ...withAccount, email: 'lea' })).toBe(1)
  })

  it('lets nobody register while logged in', () => {
    expect(admitStep(1, true, empty)).toBe('log-out-first')
    expect(admitStep(2, true, withAccount)).toBe('log-out-first')
  })

  it('leads whoever just registered on to the spot, and lets them correct the address', () => {
    expect(admitStep(1, true, registered)).toBe(3)
    expect(admitStep(2, true, registered)).toBe(2)
    expect(admitStep(4, true, registered)).toBe(4)
  })

  it('lets whose session ended before the last step log in again, or start over', () => {
    expect(admitStep(3, false, registered)).toBe('log-in-first')
    expect(admitStep(4, false, registered)).toBe('log-in-first')
    expect(admitStep(1, false, registered)).toBe(1)
  })
})

describe('registrationDraft', () => {
  it('accepts what it stored and refuses what is damaged, or was stored by another version', () => {
    expect(registrationDraft.safeParse(JSON.parse(JSON.stringify(withAccount))).success).toBe(true)
    expect(registrationDraft.safeParse({ firstname: 'Lea' }).success).toBe(false)
    expect(registrationDraft.safeParse(null).success).toBe(false)
  })
})
