import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { bounceAddress, REPLY_DAYS, readAddress, replyAddress } from './signed-addresses.ts'

const KEY = 'a key'
const ADDRESS = { local: 'letterlend-reply1', domain: 'lend.example' }
const NOW = new Date('2026-11-25T10:15:00Z')
const about = randomUUID()
const person = randomUUID()
const made = () => replyAddress(KEY, ADDRESS, { about, person }, NOW)
const read = (text: string, key = KEY) => readAddress([key], ADDRESS, text)
const replyTo = (text: string, key = KEY) => {
  const address = read(text, key)
  if (address?.kind !== 'reply') throw new Error(`Unexpected: ${address?.kind}`)
  return address
}
/** Changes one character. */
const changed = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

it('a reply address encodes its conversation and person, and is case-insensitive', () => {
  for (const text of [made(), made().toUpperCase()]) {
    const address = replyTo(text)
    expect(address.about).toBe(about)
    expect(address.personAmong([randomUUID(), person])).toBe(person)
    expect(address.personAmong([randomUUID()])).toBeNull()
  }
})

it('the local part of a signed address is at most 64 characters long', () => {
  expect(made().split('@')[0]?.length).toBeLessThanOrEqual(64)
  expect(bounceAddress(KEY, ADDRESS, about).split('@')[0]?.length).toBeLessThanOrEqual(64)
})

it('a reply address expires after its last day', () => {
  const isOver = (days: number) => replyTo(made()).isOver(new Date(NOW.getTime() + days * DAY_MS))
  expect([0, REPLY_DAYS, REPLY_DAYS + 1].map(isOver)).toEqual([false, false, true])
})

it('a reply address with a changed letter or another key belongs to no person', () => {
  const begin = made().indexOf('+r') + 2
  for (let at = begin; at < made().indexOf('@'); at++) {
    const address = read(changed(made(), at))
    if (address?.kind === 'reply') expect(address.personAmong([person])).toBeNull()
    else expect(address).toBeNull()
  }
  expect(replyTo(made(), 'another key').personAmong([person])).toBeNull()
})

it('a bounce address encodes its mail, and is invalid with a changed letter', () => {
  const text = bounceAddress(KEY, ADDRESS, about)
  expect(read(text)).toEqual({ kind: 'bounce', mail: about })
  expect(read(changed(text, text.indexOf('@') - 1))).toBeNull()
  expect(read(text, 'another key')).toBeNull()
  // One kind of address cannot be turned into the other.
  expect(read(text.replace('+b', '+r'))).toBeNull()
})

it.each([
  'letterlend-reply1@lend.example',
  'letterlend-reply1+r123@lend.example',
  'letterlend-reply1+x@lend.example',
  'else+r123@lend.example',
  '',
])('%j is not an address of ours', (text) => {
  expect(read(text)).toBeNull()
  expect(read(made().replace('lend.example', 'other.example'))).toBeNull()
})
