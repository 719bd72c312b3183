import { useEffect } from 'react'
import {
  addOwnMessage,
  keepTransactions,
  refreshTransaction,
} from '#features/lending/conversations/transactions/web/door.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { isConnected, subscribeToConnection } from '#platform/web/data/connection.ts'
import { isSessionOf } from '#platform/web/data/session-token.ts'
import { outbox } from './outbox.ts'

type Entry = NonNullable<ReturnType<typeof outbox.next>>

/** How long to wait for the lock of another tab, which may hang; sending twice is harmless. */
const LOCK_MS = 20_000
const LOCK = 'letterlend.outbox'

/** How long to wait for a response: a dead connection may never report an error. */
const ANSWER_MS = 30_000

/** The pauses between attempts while the network seems to work; they double from the first to the last. */
const PAUSE_MS = { first: 2_000, last: MINUTE_MS }

const STEP_CALLS = {
  withdraw: 'POST /transactions/withdraw',
  keepDays: 'POST /transactions/keepDays',
  notFetched: 'POST /transactions/notFetched',
  return: 'POST /transactions/return',
} as const

/**
 * Whether the attempt did not reach the server, the server was unavailable, or the result is unknown: a retry is
 * harmless then.
 */
const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

async function takeStep(entry: Entry & { kind: 'step' }): Promise<void> {
  const { transaction_id, request_id, step, last_event_id } = entry
  const about = { transaction_id, request_id, last_event_id }
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (step === 'accept' || step === 'decline') {
    const body = { ...entry.body, ...about, answer: step }
    keepTransactions([await call('POST /transactions/answer', { body, signal })])
  } else if (step === 'propose') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/propose', { body, signal })])
  } else if (step === 'changeDays') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/changeDays', { body, signal })])
  } else if (step === 'agreeDays') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/agreeDays', { body, signal })])
  } else if (step === 'handOver') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/handOver', { body, signal })])
  } else if (step === 'sayAgreed') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/sayAgreed', { body, signal })])
  } else if (step === 'sayFetched') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/sayFetched', { body, signal })])
  } else if (step === 'noteLoan') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/noteLoan', { body, signal })])
  } else {
    keepTransactions([await call(STEP_CALLS[step], { body: about, signal })])
  }
}

async function send(entry: Entry): Promise<void> {
  if (entry.kind === 'step') return takeStep(entry)
  const { transaction_id, request_id, text, author_id } = entry
  const body = { transaction_id, request_id, text }
  const signal = AbortSignal.timeout(ANSWER_MS)
  const message = await call('POST /transactions/sendMessage', { body, signal })
  addOwnMessage(transaction_id, message, author_id)
}

/** Runs `work` while no other tab of this browser runs its own. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Browsers have locks on secure origins only. Without them the server detects duplicates by their request id.
  if (!navigator.locks) return work()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), LOCK_MS)
  const locked = () => {
    clearTimeout(timer)
    return work()
  }
  return navigator.locks.request(LOCK, { signal: patience.signal }, locked).catch(() => work())
}

type Outcome = 'sent' | 'nothing' | ApiError

/** Sends the oldest entry, unless another user is logged in by now. Never throws. */
async function sendNext(userId: string, transactionId?: string): Promise<Outcome> {
  const entry = outbox.next(userId, transactionId)
  if (!entry || !isConnected() || !isSessionOf(userId)) return 'nothing'
  try {
    await send(entry)
    outbox.remove(entry.request_id)
  } catch (error) {
    if (isTransient(error)) return error
    // The session has ended meanwhile: the entry waits until its author logs in again.
    if (error instanceof ApiError && (error.status === 401 || error.code === 'conversation_only'))
      return 'nothing'
    outbox.refuse(entry.request_id, error)
    // The server probably refused because its transaction differs, so reload it.
    void refreshTransaction(entry.transaction_id)
  }
  return 'sent'
}

/**
 * Sends a person's entries in order, one at a time and from one tab at a time: immediately, when the network
 * returns, and those left from an earlier visit.
 * @returns a function that stops it
 */
export function deliverOutbox(userId: string, transactionId?: string): () => void {
  let ended = false
  let busy = false
  let again = false
  let pause: number = PAUSE_MS.first
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (error: ApiError) => {
    timer = setTimeout(look, Math.max(pause, (error.retryAfter ?? 0) * SECOND_MS))
    pause = Math.min(pause * 2, PAUSE_MS.last)
    outbox.hold(true)
  }
  const run = async () => {
    do {
      again = false
      const outcome = await inTurn(() => sendNext(userId, transactionId))
      if (ended) return
      if (outcome instanceof ApiError) return wait(outcome)
      if (outcome === 'sent') {
        pause = PAUSE_MS.first
        again = true
      }
    } while (again)
  }
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    outbox.hold(!isConnected())
    if (ended || !isConnected() || !outbox.next(userId, transactionId)) return
    again = true
    if (busy) return
    busy = true
    void run().finally(() => {
      busy = false
      if (again && !ended && timer === undefined) look()
    })
  }
  // During a pause after a failed attempt only a returning network brings the next attempt forward.
  const onOutbox = () => {
    if (timer === undefined) queueMicrotask(() => !ended && look())
  }
  const endConnection = subscribeToConnection(look)
  const endOutbox = outbox.subscribe(onOutbox)
  look()
  return () => {
    ended = true
    clearTimeout(timer)
    endConnection()
    endOutbox()
  }
}

/** Runs on every screen: for a logged-in user, or for the one conversation that the link of a mail opened. */
export function useOutboxDelivery(userId: string | undefined, transactionId?: string): void {
  useEffect(
    () => (userId ? deliverOutbox(userId, transactionId) : undefined),
    [userId, transactionId],
  )
}
