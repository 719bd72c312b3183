import { describe, expect, it } from 'vitest'
import {
  deservesMail,
  messageQuota,
  messageTime,
  newTransactionQuota,
  otherSide,
  secondsUntilRoom,
  sideOf,
} from './transactions.rules.ts'

describe('quotas', () => {
  const DAY_MS = 86_400_000

  it('grow with the age of the account', () => {
    const ages = [0, DAY_MS, 7 * DAY_MS]
    expect(ages.map((age) => newTransactionQuota(age).max)).toEqual([10, 20, 50])
    expect(ages.map((age) => messageQuota(age).max)).toEqual([60, 60, 240])
  })

  it('have room again when the counted one leaves the window', () => {
    const quota = { max: 1, windowMs: 10_000 }
    const sent = new Date(100_000)
    expect(secondsUntilRoom(quota, null, sent)).toBeNull()
    expect(secondsUntilRoom(quota, sent, new Date(100_000))).toBe(10)
    expect(secondsUntilRoom(quota, sent, new Date(109_999))).toBe(1)
    expect(secondsUntilRoom(quota, sent, new Date(110_000))).toBeNull()
  })
})

const alone = (id: string) => ({ id, household_owner: null })

describe('sides', () => {
  it('are the borrower and the renter, and nobody after a deletion', () => {
    const sides = { borrower_id: 'ada', renter_id: null }
    expect(sideOf(sides, alone('ada'))).toBe('ada')
    expect(sideOf(sides, alone('eve'))).toBeNull()
    expect(otherSide(sides, 'ada')).toBeNull()
    expect(otherSide({ borrower_id: 'ada', renter_id: 'ben' }, 'ben')).toBe('ada')
  })

  it('are spoken for by the household where its letterbox is asked, and nowhere else', () => {
    const mia = { id: 'mia', household_owner: 'ben' }
    expect(sideOf({ borrower_id: 'ada', renter_id: 'ben' }, mia)).toBe('ben')
    expect(sideOf({ borrower_id: 'ben', renter_id: 'ada' }, mia)).toBeNull()
    expect(sideOf({ borrower_id: 'mia', renter_id: 'ben' }, mia)).toBe('mia')
    expect(sideOf({ borrower_id: 'ada', renter_id: null }, mia)).toBeNull()
  })
})

describe('messageTime', () => {
  it('never goes back', () => {
    const now = new Date(1_000)
    expect(messageTime(now, null)).toEqual(now)
    expect(messageTime(now, new Date(500))).toEqual(now)
    expect(messageTime(now, new Date(1_000))).toEqual(new Date(1_001))
    expect(messageTime(now, new Date(5_000))).toEqual(new Date(5_001))
  })
})

describe('deservesMail', () => {
  const now = new Date(3_600_000)
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const unseen = { to_id: 'ben', seen_at: null, created_at: minutesAgo(1) }

  it.each([
    ['the first of all', null, true],
    ['an answer', { ...unseen, to_id: 'ada' }, true],
    ['one after another that was seen', { ...unseen, seen_at: now }, true],
    ['one shortly after another', unseen, false],
    ['one long after another', { ...unseen, created_at: minutesAgo(15) }, true],
  ])('%s', (_case, previous, expected) => {
    expect(deservesMail(previous, 'ben', now)).toBe(expected)
  })
})
