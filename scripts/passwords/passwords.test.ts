import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isBreached } from '#platform/server/identity/breached-passwords.ts'
import { BREACHED_PASSWORDS } from '#platform/server/paths.ts'
import { listPasswords, writePlaces } from './breached.mjs'

/** Failing? Run `node scripts/passwords/build.mjs`. */
it('isBreached finds the leaked passwords of its source, stored in a megabyte', async () => {
  const passwords = listPasswords()
  const kept = readFileSync(BREACHED_PASSWORDS)
  expect(passwords.length).toBeGreaterThan(470_000)
  expect(kept.length).toBeLessThan(1_050_000)
  expect(kept.equals(writePlaces(passwords))).toBe(true)
  for (let i = 0; i < passwords.length; i += 17) {
    if (!(await isBreached(passwords[i] ?? ''))) expect.unreachable(`${passwords[i]} is not found`)
  }
})

it('isBreached has fewer false positives than one in 5,000', async () => {
  let found = 0
  for (let i = 0; i < 50_000; i++) {
    if (await isBreached(randomBytes(9).toString('base64url'))) found++
  }
  // About six false positives are expected.
  expect(found).toBeLessThan(30)
})
