import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2'
import type { DeriveKeyFunction } from 'altcha-lib/types'
import { handler } from 'altcha-lib/workers/shared'

/**
 * Browsers provide cryptography only on https and localhost. On plain http, as in a home network, JavaScript computes
 * the same a few times slower.
 */
const deriveInJavaScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }),
})

handler({ deriveKey: globalThis.crypto.subtle ? deriveNatively : deriveInJavaScript })
