import { z } from 'zod'
import { messageSchema } from '#features/lending/conversations/transactions/contract.ts'

/**
 * What `GET /events` (server-sent events, bearer token in the header) sends to the two sides of a transaction:
 * - `message`: a message of one of the user's transactions, sent or received, in this tab or elsewhere.
 * - `seen`: the user `seen_by` has seen all messages to them in this transaction.
 * - `transaction`: one of the user's transactions changed: its state, its dates, whether it is closed, or how the
 *   user keeps it (archived, muted; only this user receives that).
 * - `count`: the number that `getNumberOfNewTransactions` returns; sent when the stream opens and after each
 *   change.
 * - `waits`: a line in which the user waits, or one at the user's letterbox, moved or changed its length.
 * - `resync`: events may have been lost; reload everything that is shown.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), transaction_id: z.uuid(), message: messageSchema }),
  z.object({ type: z.literal('seen'), transaction_id: z.uuid(), seen_by: z.uuid() }),
  z.object({ type: z.literal('transaction'), transaction_id: z.uuid() }),
  z.object({ type: z.literal('count'), count: z.int() }),
  z.object({ type: z.literal('waits') }),
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

export const EVENTS_PATH = '/events'
/** A comment is sent this often, so that proxies and clients do not take the stream for dead. */
export const HEARTBEAT_MS = 25_000
