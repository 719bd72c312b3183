import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

const MOST = 10_000

export interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string }
}

/** Solves the proof of work like a browser: counts up until the key has the required prefix (ALTCHA v2). */
export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const bytes = Buffer.from(nonce, 'hex')
  for (let counter = 0; counter < MOST; counter++) {
    const password = Buffer.concat([bytes, Buffer.alloc(4)])
    password.writeUInt32BE(counter, bytes.length)
    const key = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256')
    const derivedKey = key.toString('hex')
    if (!derivedKey.startsWith(keyPrefix)) continue
    const payload = { challenge, solution: { counter, derivedKey } }
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }
  throw new Error(`No solution within ${MOST} derivations`)
}
