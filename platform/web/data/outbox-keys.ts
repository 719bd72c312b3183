/** Storage keys of the outbox. Each entry has its own key, so that tabs do not overwrite each other's entries. */
const PREFIX = 'letterlend.outbox.'

/** Whether a key is an outbox entry, of any person. */
export const isOutboxKey = (key: string): boolean => key.startsWith(PREFIX)

export const outboxPrefix = (userId: string): string => `${PREFIX}${userId}.`

/** Deletes a person's unsent entries, because the account was deleted. */
export function clearOutbox(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(outboxPrefix(userId))) localStorage.removeItem(key)
    }
  } catch {
    // Blocked storage contains nothing.
  }
}
