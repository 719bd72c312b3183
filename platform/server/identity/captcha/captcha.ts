import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { type KeyKind, takenKeys } from '../../keys/stored-keys.ts'
import { newSecret } from '../secrets.ts'
import { spent_captchas } from '../tables.ts'

const LIFETIME_MS = 10 * MINUTE_MS

/** Signs the challenges. */
export const CAPTCHA_KEY: KeyKind<string> = {
  row: 'captcha_key',
  schema: z.string(),
  make: newSecret,
  takenMs: LIFETIME_MS,
}

/** Iterations of each derivation. */
const COST = 4_000
/**
 * Number of derivations. We choose it, so that every visitor needs about the same time: a search for a random prefix
 * takes one visitor in a hundred five times the average. A computer needs a quarter of a second, a phone that is eight
 * times slower less than two seconds.
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

export interface Captcha {
  createChallenge(): Promise<Record<string, unknown>>
  /** Throws `captcha_required` or `captcha_invalid` unless `CAPTCHA=off`. A solution works once. */
  check(payload: string | undefined): Promise<void>
  /** Like `check`, but even with `CAPTCHA=off`: for attempts that would be rejected without it. */
  demand(payload: string | undefined): Promise<void>
}

function parsePayload(payload: string) {
  try {
    return payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Self-hosted proof of work (ALTCHA, PBKDF2/SHA-256); no third party sees the visitor. */
export function createCaptcha({
  database,
  config,
  clock,
  keys,
}: Pick<Deps, 'database' | 'config' | 'clock' | 'keys'>): Captcha {
  const secretsOf = (key: string) => ({
    hmacSignatureSecret: key,
    hmacKeySignatureSecret: `${key}/key`,
  })
  async function demand(payload: string | undefined) {
    if (!payload) throw new AppError('captcha_required')
    const parsed = parsePayload(payload)
    if (!parsed) throw new AppError('captcha_invalid')
    const challenge: Challenge = parsed.challenge
    const { solution } = parsed
    // Challenges from before a key rotation can still be solved.
    const verified = takenKeys(await keys.read(CAPTCHA_KEY), clock()).map((key) =>
      verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) }),
    )
    const results = await Promise.all(verified)
    const expiresAt = new Date((challenge.parameters.expiresAt ?? 0) * SECOND_MS)
    if (!results.some((result) => result.verified) || expiresAt <= clock())
      throw new AppError('captcha_invalid')
    const spent = await database.orm
      .insert(spent_captchas)
      .values({ id: parsed.challenge.signature, expires_at: expiresAt })
      .onConflictDoNothing()
      .returning()
    if (spent.length === 0) throw new AppError('captcha_invalid')
  }
  return {
    demand,
    async createChallenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(DERIVATIONS.min, DERIVATIONS.max),
        deriveKey,
        expiresAt: new Date(clock().getTime() + LIFETIME_MS),
        ...secretsOf((await keys.read(CAPTCHA_KEY)).current),
      })
      return { ...challenge }
    },
    async check(payload) {
      if (config.captcha) await demand(payload)
    },
  }
}

/** An expired challenge cannot be replayed, so its record can be deleted. */
export async function deleteExpiredCaptchas(db: Db, now: Date): Promise<void> {
  await db.delete(spent_captchas).where(lt(spent_captchas.expires_at, now))
}
