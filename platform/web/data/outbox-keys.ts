/** Where the outbox keeps what waits to be sent; each entry by itself, so that tabs do not overwrite each other's. */
const PREFIX = 'letterlend.outbox.'

/** Belongs to somebody whose session may have ended. */
export const isOutboxKey = (key: string): boolean => key.startsWith(PREFIX)

/** Of one person. */
export const outboxPrefix = (userId: string): string => `${PREFIX}${userId}.`

/** Forgets what somebody had still to send: the account is gone. */
export function clearOutbox(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(outboxPrefix(userId))) localStorage.removeItem(key)
    }
  } catch {
    // Storage that is blocked holds nothing.
  }
}
