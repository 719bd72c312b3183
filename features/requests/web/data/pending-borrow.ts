import { DAY_MS } from '#platform/shared/durations.ts'

/**
 * What a visitor wanted to ask for when sent to the login or the registration: the modal opens
 * again on coming back. The confirmation mail opens in a new tab, so it is kept on the device.
 */
const STORAGE_KEY = 'letterlend.pendingBorrow'
/** After a day nobody remembers having asked. */
const LIFETIME_MS = DAY_MS

interface PendingBorrow {
  letterboxId: string
  itemId: number | null
}

export function rememberBorrow(pending: PendingBorrow): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...pending, at: Date.now() }))
  } catch {
    // A convenience only.
  }
}

/** What was remembered for this letterbox, once; null when nothing was. */
export function takePendingBorrow(letterboxId: string): PendingBorrow | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    const pending = stored ? (JSON.parse(stored) as PendingBorrow & { at: number }) : null
    if (pending?.letterboxId !== letterboxId) return null
    localStorage.removeItem(STORAGE_KEY)
    if (Date.now() - pending.at > LIFETIME_MS) return null
    return { letterboxId, itemId: pending.itemId }
  } catch {
    return null
  }
}
