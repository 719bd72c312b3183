import { z } from 'zod'
import { transactionSchema } from '#features/lending/conversations/transactions/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** The conversations of the caller, as lists and one by one. */
export const listsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/transactions',
    summary: "Lists the caller's transactions, last activity first, each with its newest messages",
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: z.object({
      transaction_id: z.uuid().optional(),
      /**
       * For paging back: with `transaction_id` only its messages older than this instant, else only transactions
       * whose last activity is older.
       */
      before: z.iso.datetime().optional(),
      /** Only what the caller lends, or only what the caller borrows. */
      role: z.enum(['lend', 'borrow']).optional(),
      /**
       * Without a state: everything that is not archived. `waiting`: the caller has the next step, as `waitsFor`
       * says.
       */
      state: z.enum(['open', 'done', 'archived', 'waiting']).optional(),
      /**
       * Searches the item's names and line, the other side as far as it is visible, and the messages. Includes
       * archived transactions unless `state` is `waiting`.
       */
      search: z.string().trim().max(100).optional(),
    }),
    status: 200,
    answer: z.array(transactionSchema),
    errors: [],
  },
  archive: {
    method: 'POST',
    path: '/transactions/archive',
    summary: 'Archives a transaction for the caller only; a new message brings it back',
    access: 'user',
    body: z.object({ transaction_id: z.uuid(VALIDATION.invalid), archived: z.boolean() }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  mute: {
    method: 'POST',
    path: '/transactions/mute',
    summary: 'Mutes the mails and pushes of a transaction for the caller only',
    access: 'user',
    body: z.object({ transaction_id: z.uuid(VALIDATION.invalid), muted: z.boolean() }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  getNumberOfWaitingTransactions: {
    method: 'GET',
    path: '/transactions/getNumberOfWaitingTransactions',
    summary: 'Returns the number of transactions in which the caller has the next step',
    access: 'user',
    status: 200,
    answer: z.object({ count: z.int() }),
    errors: [],
  },
  getNumberOfNewTransactions: {
    method: 'GET',
    path: '/transactions/getNumberOfNewTransactions',
    summary:
      'Returns the number of transactions with something new for the caller: a message, an answer to what this side requested or proposed, other days that the other side proposes or asks for, or what it says was arranged in words',
    access: 'user',
    status: 200,
    answer: z.object({ count: z.int() }),
    errors: [],
  },
})
