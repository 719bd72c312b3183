import { describe, expect, it } from 'vitest'
import { nextInstant } from './locking.ts'

describe('nextInstant', () => {
  it('never returns an earlier or equal time', () => {
    const now = new Date(1_000)
    expect(nextInstant(now, null)).toEqual(now)
    expect(nextInstant(now, new Date(500))).toEqual(now)
    expect(nextInstant(now, new Date(1_000))).toEqual(new Date(1_001))
    expect(nextInstant(now, new Date(5_000))).toEqual(new Date(5_001))
  })
})
