import { useCallback, useSyncExternalStore } from 'react'
import type { CallName, EndpointOf } from '#app/shared/api.ts'
import type { LoanStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { ApiError, type ApiErrorCode } from '#platform/web/data/api-client.ts'
import { createListeners } from '#platform/web/data/listeners.ts'
import { isOutboxKey, outboxPrefix } from '#platform/web/data/outbox-keys.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'

type BodyOf<Name extends CallName> = BodyInput<EndpointOf<Name>>
type Sent = 'transaction_id' | 'request_id' | 'last_event_id'

/** What each step may carry apart from its transaction. */
export interface StepBodies {
  accept: Omit<BodyOf<'POST /transactions/answer'>, Sent | 'answer' | 'reason'>
  decline: Pick<BodyOf<'POST /transactions/answer'>, 'reason' | 'text'>
  propose: Omit<BodyOf<'POST /transactions/propose'>, Sent>
  withdraw: Record<string, never>
  changeDays: Omit<BodyOf<'POST /transactions/changeDays'>, Sent>
  agreeDays: Omit<BodyOf<'POST /transactions/agreeDays'>, Sent>
  keepDays: Record<string, never>
  handOver: Omit<BodyOf<'POST /transactions/handOver'>, Sent>
  notFetched: Record<string, never>
  return: Record<string, never>
  sayAgreed: Omit<BodyOf<'POST /transactions/sayAgreed'>, Sent>
  sayFetched: Omit<BodyOf<'POST /transactions/sayFetched'>, Sent>
  noteLoan: Omit<BodyOf<'POST /transactions/noteLoan'>, Sent>
}

export type StepContent = {
  [S in LoanStep]: {
    kind: 'step'
    step: S
    body: StepBodies[S]
    /** The last event that the author had seen; missing from entries of earlier versions. */
    last_event_id?: string | null
  }
}[LoanStep]
interface MessageContent {
  kind: 'message'
  text: string
}
export type OutgoingContent = MessageContent | StepContent

interface Envelope {
  transaction_id: string
  /** The id of the author's side. */
  from_id: string
  /** The author: an entry is never sent by another user who logs in on this device. */
  author_id: string
}

interface Kept extends Envelope {
  request_id: string
  /** When it was written; later than every entry written before it on this device. */
  created_at: string
  /** Why the server refused it; a refused entry is not retried automatically. */
  refusal?: { status: number; code: ApiErrorCode; retryAfter: number | null } | undefined
}

/**
 * - `sending`: is being sent, or is about to be.
 * - `waiting`: waits for the network, or for a server that is unavailable.
 * - `failed`: the server refused it (`error`), or it is too old to be sent without asking.
 */
export type OutgoingState = 'sending' | 'waiting' | 'failed'

/** The state of an entry that the server has not confirmed. */
interface Progress {
  state: OutgoingState
  error?: ApiError
}
export type OutgoingMessage = Kept & MessageContent & Progress
export type OutgoingStep = Kept & StepContent & Progress
export type Outgoing = OutgoingMessage | OutgoingStep

type Entry = Kept & OutgoingContent

/** An older entry is sent only on its author's request: its meaning may have changed by now. */
const MAX_AGE_MS = 7 * DAY_MS
/** How long entries wait for their author to log in here again; then they are deleted. */
const FORGET_AFTER_MS = 60 * DAY_MS

const keyOf = ({ author_id, request_id }: Kept) => `${outboxPrefix(author_id)}${request_id}`
const byTime = (a: Kept, b: Kept) => (a.created_at < b.created_at ? -1 : 1)
const ageOf = ({ created_at }: Kept) => Date.now() - Date.parse(created_at)

function readEntry(key: string): Entry | null {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as Entry | null
    return entry && keyOf(entry) === key ? entry : null
  } catch {
    return null
  }
}

/** An entry as screens show it: with its state, and the error if the server refused it. */
function withState({ refusal, ...entry }: Entry, isHeld: boolean): Outgoing {
  if (!refusal) {
    const old = ageOf(entry) > MAX_AGE_MS
    return { ...entry, state: old ? 'failed' : isHeld ? 'waiting' : 'sending' }
  }
  const { status, code, retryAfter } = refusal
  return { ...entry, state: 'failed', error: new ApiError(status, code, '', {}, retryAfter) }
}

/** The time of a new entry: now, or later than the last entry. */
function timeAfter(entries: Entry[], now: Date): string {
  const last = entries.at(-1)
  const earliest = last ? Date.parse(last.created_at) + 1 : 0
  return new Date(Math.max(now.getTime(), earliest)).toISOString()
}

/** The entries in this device's storage; those that cannot be stored last as long as the page. */
function createEntryStore() {
  const unstored = new Map<string, Entry>()

  const store = (entry: Entry) => {
    const key = keyOf(entry)
    try {
      localStorage.setItem(key, JSON.stringify(entry))
      unstored.delete(key)
    } catch {
      unstored.set(key, entry)
    }
  }
  const forget = (key: string) => {
    unstored.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Blocked storage holds nothing to remove.
    }
  }
  const keys = (): string[] => {
    try {
      return [...Object.keys(localStorage).filter(isOutboxKey), ...unstored.keys()]
    } catch {
      return [...unstored.keys()]
    }
  }
  const entryAt = (key: string): Entry | undefined =>
    unstored.get(key) ?? readEntry(key) ?? undefined
  const entriesOf = (userId: string): Entry[] =>
    keys()
      .filter((key) => key.startsWith(outboxPrefix(userId)))
      .flatMap((key) => entryAt(key) ?? [])
      .sort(byTime)
  const keyOfRequest = (requestId: string) => keys().find((each) => each.endsWith(`.${requestId}`))
  const find = (requestId: string): Entry | undefined => {
    const key = keyOfRequest(requestId)
    return key === undefined ? undefined : entryAt(key)
  }
  return { store, forget, keys, entriesOf, entryAt, keyOfRequest, find }
}

/**
 * Keeps what was sent on this device until the server has it: across reloads, closed tabs and the end of a
 * session. Each entry has its own key, so that tabs do not overwrite each other's entries.
 */
export function createOutbox() {
  const { store, forget, keys, entriesOf, entryAt, keyOfRequest, find } = createEntryStore()
  const snapshots = new Map<string, { state: string; list: readonly Outgoing[] }>()
  const { subscribe, tell, isEmpty } = createListeners()
  let isHeld = false

  const all = (userId: string): readonly Outgoing[] => {
    const list = entriesOf(userId).map((entry) => withState(entry, isHeld))
    const state = JSON.stringify(list)
    const snapshot = snapshots.get(userId)
    if (snapshot?.state === state) return snapshot.list
    snapshots.set(userId, { state, list })
    return list
  }

  for (const key of keys()) {
    const entry = entryAt(key)
    if (!entry || ageOf(entry) > FORGET_AFTER_MS) forget(key)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || isOutboxKey(key)) tell()
  }

  return {
    /** The entries of one person, oldest first; the same array until something changes. */
    all,
    subscribe(listener: () => void) {
      if (isEmpty()) window.addEventListener('storage', onStorage)
      const unsubscribe = subscribe(listener)
      return () => {
        unsubscribe()
        if (isEmpty()) window.removeEventListener('storage', onStorage)
      }
    },
    /** Adds an entry and returns its request id. */
    add(outgoing: Envelope & OutgoingContent, now = new Date()): string {
      const request_id = newRequestId()
      store({ ...outgoing, request_id, created_at: timeAfter(entriesOf(outgoing.author_id), now) })
      tell()
      return request_id
    },
    /**
     * The entry to send next, of one conversation or of all. Read from the storage, since another tab may have
     * sent the one before.
     */
    next(userId: string, transactionId?: string): Entry | undefined {
      return entriesOf(userId).find(
        (entry) =>
          !entry.refusal &&
          ageOf(entry) <= MAX_AGE_MS &&
          (transactionId === undefined || entry.transaction_id === transactionId),
      )
    },
    /** Sets whether sending must wait for the network or the server. */
    hold(next: boolean) {
      if (isHeld === next) return
      isHeld = next
      tell()
    },
    refuse(requestId: string, error: unknown) {
      const entry = find(requestId)
      if (!entry) return
      const { status, code, retryAfter } =
        error instanceof ApiError ? error : new ApiError(500, 'internal', '')
      store({ ...entry, refusal: { status, code, retryAfter } })
      tell()
    },
    /** Queues a refused or old entry again, after all waiting ones. */
    retry(requestId: string) {
      const entry = find(requestId)
      if (!entry) return
      store({
        ...entry,
        refusal: undefined,
        created_at: timeAfter(entriesOf(entry.author_id), new Date()),
      })
      tell()
    },
    /** The ids of all people with entries here, including those who have logged out on this device. */
    authors(): string[] {
      const entries = keys().flatMap((key) => entryAt(key) ?? [])
      return [...new Set(entries.map(({ author_id }) => author_id))]
    },
    clear(userId: string) {
      for (const key of keys()) if (key.startsWith(outboxPrefix(userId))) forget(key)
      tell()
    },
    remove(requestId: string) {
      const key = keyOfRequest(requestId)
      if (key === undefined) return
      forget(key)
      tell()
    },
  }
}

export const outbox = createOutbox()

/** What a person has sent from this device and the server has not confirmed, oldest first. */
export function useOutbox(userId: string): readonly Outgoing[] {
  return useSyncExternalStore(
    outbox.subscribe,
    useCallback(() => outbox.all(userId), [userId]),
  )
}
