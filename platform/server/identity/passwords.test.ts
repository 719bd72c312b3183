import { describe, expect, it, vi } from 'vitest'
import type { AppError } from '../http/errors.ts'
import {
  hashPassword,
  isGuessable,
  refusedHashes,
  refuseWhenCrowded,
  verifyPassword,
} from './passwords.ts'

const parametersOf = (encoded: unknown) => String(encoded).split('$').slice(1, 4)

/** The module with spies on argon2. */
async function watched() {
  const argon2 = await import('@node-rs/argon2')
  const verify = vi.fn(argon2.verify)
  vi.doMock('@node-rs/argon2', () => ({ ...argon2, verify }))
  vi.resetModules()
  const { verifyPassword } = await import('./passwords.ts')
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
  return { verify, verifyPassword }
}

it('a password check takes the same work for an account that does not exist or has no password', async () => {
  const { verify, verifyPassword } = await watched()
  const encoded = await hashPassword('Kirschbaum am Gartenzaun')
  expect(await verifyPassword(encoded, 'wrong password')).toBe(false)
  expect(await verifyPassword(null, 'wrong password')).toBe(false)
  const [ofExistingUser, ofNobody] = verify.mock.calls.map(([hash]) => parametersOf(hash))
  expect(ofExistingUser).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  expect(ofNobody).toEqual(ofExistingUser)
})

it('a password check without a hash always fails, even with the password of the dummy hash', async () => {
  expect(await verifyPassword(null, 'no password is this one')).toBe(false)
})

it('a password is accepted in another Unicode normalization', async () => {
  const encoded = await hashPassword('Nachbarin Zo\u00eb')
  expect(await verifyPassword(encoded, 'Nachbarin Zoe\u0308')).toBe(true)
})

const OWN = { email: 'zoe.tanner@example.org', firstname: 'Zo\u00eb', lastname: 'Tanner-Roth' }

const isFondue = async (word: string) => word === 'fondue'

it.each([
  'TRUSTNO1',
  // Leaked passwords that are not in a shorter list.
  'Apfelschorl',
  '12Wasserpfeife!',
  'Slonyaka082367',
  'Iloveyou2',
  'Briefkasten1!',
  'Zoe.Tanner@example.org',
  'zoe.tanner99',
  'Zoë12345',
  'Zoe\u0308Tanner-Roth',
  '12121212',
  'Zürich!1!',
  '42Genève',
  'Fondue123',
  '23november2026',
  'Tanner-Roth20261123',
])('the password %s is refused as guessable', async (password) => {
  expect(await isGuessable(password, OWN, isFondue)).toBe(true)
})

it.each([
  'Kirschbaum am Gartenzaun',
  'zoe.tanner liebt Quitten',
  '\u5bc6\u7801\u30d1\u30b9\u{1f5dd}\ufe0f'.repeat(12),
])('the password %s is accepted', async (password) => {
  expect(await isGuessable(password, OWN, isFondue)).toBe(false)
})

describe('concurrent password checks', () => {
  const refused = async () => (await refusedHashes.get()).values[0]?.value ?? 0

  it('are queued, and past a limit are refused with a retry time, for known and unknown accounts', async () => {
    const encoded = await hashPassword('Kirschbaum am Gartenzaun')
    await verifyPassword(encoded, 'wrong password')
    const before = await refused()
    const tries = Array.from({ length: 100 }, (_, i) =>
      verifyPassword(i % 2 ? encoded : null, 'Kirschbaum am Gartenzaun').then(
        (fits) => (fits ? 'fits' : 'wrong'),
        (error: AppError) => `${error.code} ${error.details.retryAfter}`,
      ),
    )
    const answers = await Promise.all(tries)
    // Two in progress and 64 waiting.
    expect(answers.slice(0, 66)).toEqual(Array.from({ length: 33 }, () => ['wrong', 'fits']).flat())
    expect(new Set(answers.slice(66))).toEqual(new Set(['unavailable 5']))
    expect((await refused()) - before).toBeGreaterThanOrEqual(34)
    expect(refuseWhenCrowded).not.toThrow()
    expect(await verifyPassword(encoded, 'Kirschbaum am Gartenzaun')).toBe(true)
  })
})
