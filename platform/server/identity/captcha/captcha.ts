import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { community_settings } from '../../db/tables.ts'
import { AppError } from '../../http/errors.ts'
import { newSecret } from '../secrets.ts'
import { spent_captchas } from '../tables.ts'

const KEY_SETTING = 'captcha_key'
const LIFETIME_MS = 10 * 60_000
/** Iterations of each derivation. */
const COST = 4_000
/**
 * How many derivations it takes: chosen by us, so that nobody is unlucky. A search for a random
 * prefix takes five times its average for one visitor in a hundred. A computer needs a quarter of
 * a second, a phone eight times slower less than two.
 */
const DERIVATIONS = { min: 150, max: 300 } as const

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number().max(COST),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      expiresAt: z.number().optional(),
    }),
    signature: z.string(),
  }),
  solution: z.object({
    counter: z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    derivedKey: z.string(),
    time: z.number().optional(),
  }),
})

/** The signing key of this community, made once by whichever process comes first. */
async function signingKey(db: Db): Promise<string> {
  await db
    .insert(community_settings)
    .values({ key: KEY_SETTING, value: newSecret() })
    .onConflictDoNothing()
  const rows = await db.select().from(community_settings)
  const value = rows.find(({ key }) => key === KEY_SETTING)?.value
  if (typeof value !== 'string') throw new Error(`Unexpected ${KEY_SETTING}: ${typeof value}`)
  return value
}

export interface Captcha {
  createChallenge(): Promise<Record<string, unknown>>
  /** Throws `captcha_required` or `captcha_invalid`; a solution works once. */
  check(payload: string | undefined): Promise<void>
}

function parsePayload(payload: string) {
  try {
    return payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Self-hosted proof of work (ALTCHA, PBKDF2/SHA-256): no third party learns of a visitor. */
export function createCaptcha(db: Db, config: Config, clock: () => Date): Captcha {
  let key: Promise<string> | undefined
  const getKey = () => {
    key ??= signingKey(db).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }
  const getSecrets = async () => {
    const secret = await getKey()
    return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}/key` }
  }
  return {
    async createChallenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(DERIVATIONS.min, DERIVATIONS.max),
        deriveKey,
        expiresAt: new Date(clock().getTime() + LIFETIME_MS),
        ...(await getSecrets()),
      })
      return { ...challenge }
    },
    async check(payload) {
      if (!config.captcha) return
      if (!payload) throw new AppError('captcha_required')
      const parsed = parsePayload(payload)
      if (!parsed) throw new AppError('captcha_invalid')
      const challenge: Challenge = parsed.challenge
      const result = await verifySolution({
        challenge,
        solution: parsed.solution,
        deriveKey,
        ...(await getSecrets()),
      })
      const expiresAt = new Date((challenge.parameters.expiresAt ?? 0) * 1000)
      if (!result.verified || expiresAt <= clock()) throw new AppError('captcha_invalid')
      const spent = await db
        .insert(spent_captchas)
        .values({ id: parsed.challenge.signature, expires_at: expiresAt })
        .onConflictDoNothing()
        .returning()
      if (spent.length === 0) throw new AppError('captcha_invalid')
    },
  }
}

/** A challenge that has expired cannot be replayed, so it need not be remembered. */
export async function deleteExpiredCaptchas(db: Db, now: Date): Promise<void> {
  await db.delete(spent_captchas).where(lt(spent_captchas.expires_at, now))
}
