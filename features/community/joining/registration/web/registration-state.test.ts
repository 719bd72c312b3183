import { describe, expect, it } from 'vitest'
import { admitStep, EMPTY_DRAFT, parseStep, registrationDraft } from './registration-state.ts'

const empty = EMPTY_DRAFT
const withAccount = { ...empty, firstname: 'Lea', lastname: 'Frei', email: 'lea@example.org' }
const registered = { ...withAccount, registered: true }

describe('parseStep', () => {
  it('reads a step in any case and returns null for anything else', () => {
    expect(parseStep('Step3')).toBe(3)
    expect(parseStep('step5')).toBeNull()
    expect(parseStep('step1x')).toBeNull()
    expect(parseStep(undefined)).toBeNull()
  })
})

describe('admitStep', () => {
  it('returns the first step for a visitor', () => {
    expect(admitStep(null, false, empty)).toBe(1)
    expect(admitStep(2, false, empty)).toBe(1)
    expect(admitStep(4, false, empty)).toBe(1)
  })

  it('returns the letterbox step once the account is complete', () => {
    expect(admitStep(2, false, withAccount)).toBe(2)
    expect(admitStep(2, false, { ...withAccount, email: 'lea' })).toBe(1)
  })

  it('does not let a logged-in user register', () => {
    expect(admitStep(1, true, empty)).toBe('log-out-first')
    expect(admitStep(2, true, withAccount)).toBe('log-out-first')
  })

  it('leads a newly registered user to the spot, and lets them correct the address', () => {
    expect(admitStep(1, true, registered)).toBe(3)
    expect(admitStep(2, true, registered)).toBe(2)
    expect(admitStep(4, true, registered)).toBe(4)
  })

  it('lets a newly registered user whose session ended log in again or start over', () => {
    expect(admitStep(3, false, registered)).toBe('log-in-first')
    expect(admitStep(4, false, registered)).toBe('log-in-first')
    expect(admitStep(1, false, registered)).toBe(1)
  })
})

describe('registrationDraft', () => {
  it('accepts what it stored and refuses damaged drafts and those of other versions', () => {
    expect(registrationDraft.safeParse(JSON.parse(JSON.stringify(withAccount))).success).toBe(true)
    expect(registrationDraft.safeParse({ firstname: 'Lea' }).success).toBe(false)
    expect(registrationDraft.safeParse(null).success).toBe(false)
  })
})
