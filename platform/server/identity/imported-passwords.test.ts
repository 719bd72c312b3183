import { describe, expect, it } from 'vitest'
import {
  decoyOf,
  importPasswordHash,
  isImportableHash,
  publicPartOf,
  schemeOf,
  verifyImported,
} from './imported-passwords.ts'

const ZOE = 'Nachbarin Zo\u00eb'
const ZOE_DECOMPOSED = 'Nachbarin Zoe\u0308'

/** Hashes of PHP and of libxcrypt, and the password of each. */
const HASHES: [string, string][] = [
  ['$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq', 'rasmuslerdorf'],
  ['$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a', 'rasmuslerdorf'],
  ['$2y$10$Zk3vQ1mJx9TnB7cYhR5uOe36Q.UNPEZYEaDFwpsuIOzh5/dTTvZGW', 'Kirschbaum am Gartenzaun'],
  ['$2y$05$Zk3vQ1mJx9TnB7cYhR5uOeZ8egAgHfhnOV4jy15gcEbloNBA8Yl/K', ZOE_DECOMPOSED],
  ['$2a$05$Zk3vQ1mJx9TnB7cYhR5uOemGvbTNv/ZLBDtBoANciDr6yq5BAxzL2', ZOE],
  [
    '$argon2i$v=19$m=65536,t=3,p=1$OEVjWWs2Z3YvWlNZQ0ZmNw$JKin7ahjmh8JYvMyFcXri0Ss/Uvd3uYpD7MG6C/5Cy0',
    'test',
  ],
]

describe.each(HASHES)('the imported hash %s', (encoded, password) => {
  it('accepts its password and no other', async () => {
    const stored = await importPasswordHash(encoded)
    expect(isImportableHash(encoded)).toBe(true)
    expect(await verifyImported(stored, password)).toBe(true)
    expect(await verifyImported(stored, `${password} `)).toBe(false)
    expect(await verifyImported(stored, password.toUpperCase())).toBe(false)
  })

  it('has a decoy of the same scheme that no password fits', async () => {
    const scheme = schemeOf(await importPasswordHash(encoded))
    expect(schemeOf(decoyOf(scheme))).toBe(scheme)
    expect(await verifyImported(decoyOf(scheme), password)).toBe(false)
  })
})

it('a bcrypt hash is stored within argon2id, without its digest', async () => {
  const [encoded] = HASHES[0] as [string, string]
  const stored = await importPasswordHash(encoded)
  expect(stored).toMatch(
    /^\$imported\$bcrypt\$07\$BCryptRequires22Chrcte\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  )
  expect(stored).not.toContain(encoded.slice(-31))
  expect(publicPartOf(encoded)).toBe('bcrypt$07$BCryptRequires22Chrcte')
  expect(publicPartOf(stored)).toBe(publicPartOf(encoded))
})

it('bcrypt reads the first 72 bytes of a password, as the old site did', async () => {
  const stored = await importPasswordHash(
    '$2b$05$Zk3vQ1mJx9TnB7cYhR5uOeLrA8V4FR8tzczMIgz.7ywM6VS3l1tBy',
  )
  expect(await verifyImported(stored, 'ä'.repeat(40))).toBe(true)
  expect(await verifyImported(stored, 'ä'.repeat(36))).toBe(true)
  expect(await verifyImported(stored, 'ä'.repeat(35))).toBe(false)
})

it('an imported hash accepts a password however its accents are sent', async () => {
  const composed = await importPasswordHash(HASHES[4]?.[0] ?? '')
  const decomposed = await importPasswordHash(HASHES[3]?.[0] ?? '')
  expect(await verifyImported(composed, ZOE_DECOMPOSED)).toBe(true)
  expect(await verifyImported(decomposed, ZOE)).toBe(true)
})

it.each([
  '$2x$05$Zk3vQ1mJx9TnB7cYhR5uOemGvbTNv/ZLBDtBoANciDr6yq5BAxzL2',
  '$2y$31$Zk3vQ1mJx9TnB7cYhR5uOemGvbTNv/ZLBDtBoANciDr6yq5BAxzL2',
  '$2y$05$Zk3vQ1mJx9TnB7cYhR5uOemGvbTNv',
  '$argon2id$v=19$m=4194304,t=4,p=1$OEVjWWs2Z3YvWlNZQ0ZmNw$JKin7ahjmh8JYvMyFcXri0Ss/Uvd3uYpD7MG6C/5Cy0',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '',
])('the hash %s cannot be imported', (encoded) => {
  expect(isImportableHash(encoded)).toBe(false)
})
