import { useSyncExternalStore } from 'react'
import { newRequestId } from './request-id.ts'

/** A message that was sent and not yet confirmed by the server. */
export interface Outgoing {
  request_id: string
  transaction_id: string
  from_id: string
  /** Who wrote it: nobody else who logs in here sends it. */
  author_id: string
  text: string
  created_at: string
  state: 'sending' | 'failed'
  /** What failed; not kept over a reload. */
  error?: unknown
}

const STORAGE_KEY = 'letterlend.outbox'

/** What was on its way when the page went is offered again: sending it twice is harmless. */
function readStored(): Outgoing[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Outgoing[]
    return stored.map((entry) => ({ ...entry, state: 'failed' }))
  } catch {
    return []
  }
}

/** Keeps outgoing messages in this tab, over reloads too, until the server has them. */
export function createOutbox() {
  let entries: readonly Outgoing[] = readStored()
  const listeners = new Set<() => void>()

  const set = (next: readonly Outgoing[]) => {
    entries = next
    try {
      const kept = next.map(({ error: _error, ...entry }) => entry)
      if (kept.length > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
      else sessionStorage.removeItem(STORAGE_KEY)
    } catch {
      // Without storage it lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }
  const change = (requestId: string, part: Partial<Outgoing>) =>
    set(entries.map((entry) => (entry.request_id === requestId ? { ...entry, ...part } : entry)))

  return {
    all: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Adds a message, ready to be sent; the answer is its request id. */
    add(
      message: Pick<Outgoing, 'transaction_id' | 'from_id' | 'author_id' | 'text'>,
      now: Date,
    ): string {
      const request_id = newRequestId()
      const created_at = now.toISOString()
      set([...entries, { ...message, request_id, created_at, state: 'failed' }])
      return request_id
    },
    /** Marks a message as on its way; undefined when it is already, or gone. */
    start(requestId: string): Outgoing | undefined {
      const entry = entries.find(({ request_id }) => request_id === requestId)
      if (entry?.state !== 'failed') return undefined
      change(requestId, { state: 'sending', error: undefined })
      return entry
    },
    fail(requestId: string, error: unknown) {
      change(requestId, { state: 'failed', error })
    },
    remove(requestId: string) {
      set(entries.filter(({ request_id }) => request_id !== requestId))
    },
    clear() {
      set([])
    },
  }
}

export const outbox = createOutbox()

export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(outbox.subscribe, outbox.all)
}
