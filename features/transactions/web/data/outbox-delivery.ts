import { useEffect } from 'react'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { isConnected, subscribeToConnection } from '#platform/web/data/connection.ts'
import { isSessionOf } from '#platform/web/data/session-token.ts'
import { outbox } from './outbox.ts'
import { addOwnMessage, keepTransactions, refreshTransaction } from './transactions.ts'

type Entry = NonNullable<ReturnType<typeof outbox.next>>

/** Another tab that hangs is waited for no longer than this; sending twice is harmless. */
const LOCK_MS = 20_000
const LOCK = 'letterlend.outbox'

/** A connection that leads nowhere does not say so. */
const ANSWER_MS = 30_000

/** Between tries while the network seems to be there; doubles from the first to the last. */
const PAUSE_MS = { first: 2_000, last: 60_000 }

const STEP_CALLS = {
  withdraw: 'POST /transactions/withdraw',
  handOver: 'POST /transactions/handOver',
  return: 'POST /transactions/return',
} as const

/** Did not reach the server, or it is briefly away, or nobody knows: sending it again is harmless. */
const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

async function takeStep(entry: Entry & { kind: 'step' }): Promise<void> {
  const { transaction_id, request_id, step } = entry
  const about = { transaction_id, request_id }
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (step === 'accept' || step === 'decline') {
    const body = { ...entry.body, ...about, answer: step }
    keepTransactions([await call('POST /transactions/answer', { body, signal })])
  } else if (step === 'propose') {
    const body = { ...entry.body, ...about }
    keepTransactions([await call('POST /transactions/propose', { body, signal })])
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

/** Runs `work` while no other tab of this browser does. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Without locks (plain http in the same house) the request ids have to do.
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

/** Sends the oldest that waits, unless somebody else is logged in by now. Never throws. */
async function sendNext(userId: string, transactionId?: string): Promise<Outcome> {
  const entry = outbox.next(userId, transactionId)
  if (!entry || !isConnected() || !isSessionOf(userId)) return 'nothing'
  try {
    await send(entry)
    outbox.remove(entry.request_id)
  } catch (error) {
    if (isTransient(error)) return error
    // A session that ended meanwhile: it waits for its person.
    if (error instanceof ApiError && (error.status === 401 || error.code === 'conversation_only'))
      return 'nothing'
    outbox.refuse(entry.request_id, error)
    // What the server knows better is shown.
    void refreshTransaction(entry.transaction_id)
  }
  return 'sent'
}

/**
 * Sends what a person has written, in its order, one at a time and from one tab at a time: at once,
 * when the network returns, and what an earlier visit left. @returns the end of it
 */
export function deliverOutbox(userId: string, transactionId?: string): () => void {
  let ended = false
  let busy = false
  let again = false
  let pause: number = PAUSE_MS.first
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (error: ApiError) => {
    timer = setTimeout(look, Math.max(pause, (error.retryAfter ?? 0) * 1000))
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
  // While a try waits for its time, only a network that returns brings it forward.
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

/** While somebody is logged in, on whichever screen; or of the one conversation that a mail's link opened. */
export function useOutboxDelivery(userId: string | undefined, transactionId?: string): void {
  useEffect(
    () => (userId ? deliverOutbox(userId, transactionId) : undefined),
    [userId, transactionId],
  )
}
