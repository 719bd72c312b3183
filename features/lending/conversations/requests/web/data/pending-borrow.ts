import { DAY_MS } from '#platform/shared/durations.ts'

/**
 * Remembers what a visitor wanted to request before logging in or registering, so that the dialog reopens when
 * they come back. Stored on the device, since the confirmation mail opens in a new tab.
 */
const STORAGE_KEY = 'letterlend.pendingBorrow'
/** People forget after a day what they wanted to request. */
const LIFETIME_MS = DAY_MS

interface PendingBorrow {
  letterboxId: string
  itemId: number | null
}

export function rememberBorrow(pending: PendingBorrow): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...pending, at: Date.now() }))
  } catch {
    // If storage is blocked, nothing is remembered.
  }
}

/** Returns and forgets what was remembered for this letterbox; null if there is nothing. */
export function takePendingBorrow(letterboxId: string): PendingBorrow | null {
  try {
    const storedJson = localStorage.getItem(STORAGE_KEY)
    const pending = storedJson ? (JSON.parse(storedJson) as PendingBorrow & { at: number }) : null
    if (pending?.letterboxId !== letterboxId) return null
    localStorage.removeItem(STORAGE_KEY)
    if (Date.now() - pending.at > LIFETIME_MS) return null
    return { letterboxId, itemId: pending.itemId }
  } catch {
    return null
  }
}
