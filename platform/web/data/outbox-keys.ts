/**
 * Where the outbox stores what waits to be sent. Each entry has its own key, so that tabs do not overwrite
 * each other's entries.
 */
const PREFIX = 'letterlend.outbox.'

/** Whether an entry belongs to a person, whose session may have ended. */
export const isOutboxKey = (key: string): boolean => key.startsWith(PREFIX)

/** Of one person. */
export const outboxPrefix = (userId: string): string => `${PREFIX}${userId}.`

/** Forgets everything a person had still to send: the account was deleted. */
export function clearOutbox(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(outboxPrefix(userId))) localStorage.removeItem(key)
    }
  } catch {
    // Storage that is blocked holds nothing.
  }
}
