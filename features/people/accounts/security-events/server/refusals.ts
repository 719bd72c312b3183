import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { recordRefusal } from './security-events.recording.ts'

/** Whether a failure says that a password, a code or a passkey was wrong, and not that it was missing or too much of it. */
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
 * Tries a proof, and counts it as refused where what was shown for it is wrong. To be called outside of the transaction of
 * the proof, which a refusal undoes. Throws what `attempt` throws.
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
