import { describe, expect, it } from 'vitest'
import { belongsTo, otherSide, sideIdOf } from './who-sees.ts'

const alone = (id: string) => ({ id, household: null })

describe('the sides of a transaction', () => {
  const created_at = new Date(1_000)

  it('are the borrower and the lender, and no one for a deleted account', () => {
    const sides = { borrower_id: 'ada', lender_id: null, created_at, held_at: null }
    expect(sideIdOf(sides, alone('ada'))).toBe('ada')
    expect(sideIdOf(sides, alone('eve'))).toBeNull()
    expect(otherSide(sides, 'ada')).toBeNull()
    expect(otherSide({ ...sides, lender_id: 'ben' }, 'ben')).toBe('ada')
  })

  it('include the household only on the side of its letterbox', () => {
    const mia = { id: 'mia', household: { owner: 'ben', since: created_at } }
    const side = (borrower_id: string, lender_id: string | null) =>
      sideIdOf({ borrower_id, lender_id, created_at, held_at: null }, mia)
    expect(side('ada', 'ben')).toBe('ben')
    expect(side('ben', 'ada')).toBeNull()
    expect(side('mia', 'ben')).toBe('mia')
    expect(side('ada', null)).toBeNull()
  })

  it('exclude a member for transactions from before they joined', () => {
    const since = new Date(created_at.getTime() + 1)
    const mia = { id: 'mia', household: { owner: 'ben', since } }
    expect(
      sideIdOf({ borrower_id: 'ada', lender_id: 'ben', created_at, held_at: null }, mia),
    ).toBeNull()
  })

  it('are the borrower alone while the request waits for a moderator', () => {
    const sides = { borrower_id: 'ada', lender_id: 'ben', created_at, held_at: created_at }
    const mia = { id: 'mia', household: { owner: 'ben', since: created_at } }
    expect(sideIdOf(sides, alone('ada'))).toBe('ada')
    expect(sideIdOf(sides, alone('ben'))).toBeNull()
    expect(sideIdOf(sides, mia)).toBeNull()
    expect(belongsTo(sides, alone('ben'))).toBe('ben')
    expect(belongsTo(sides, mia)).toBe('ben')
  })
})
