import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { recordRefusal } from './recording.ts'

/**
 * Whether the error says that a password, code or passkey was wrong, rather than missing or
 * rate-limited.
 */
function saysThatItWasWrong(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const keys = Object.values(error.details.errors ?? {}).flat()
  return (
    error.code === 'invalid_passkey' ||
    keys.includes(VALIDATION.verificationCode) ||
    keys.includes(VALIDATION.appCode) ||
    keys.includes(VALIDATION.incorrectPassword)
  )
}

/**
 * Tries a proof, and records a refusal if the proof is wrong. Call it outside the transaction of
 * the proof, which a refusal rolls back.
 * @throws what `attempt` throws
 */
export async function notingRefusal<Proven>(
  db: Db,
  userId: string,
  refused: Parameters<typeof recordRefusal>[2],
  now: Date,
  attempt: () => Promise<Proven>,
): Promise<Proven> {
  try {
    return await attempt()
  } catch (error) {
    if (saysThatItWasWrong(error)) await recordRefusal(db, userId, refused, now)
    throw error
  }
}
