import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { VALIDATION } from './errors.ts'
import { itemSchema } from './items.ts'
import { plainTextSchema } from './plain-text.ts'

export const MESSAGE_MAX_LENGTH = 800
/** Messages of each transaction in a list; older ones are asked for with `before`. */
export const MESSAGES_PER_TRANSACTION = 50
/** Transactions in one answer; older ones are asked for with `before`. */
export const TRANSACTIONS_PER_PAGE = 100

export const messageTextSchema = plainTextSchema({
  max: MESSAGE_MAX_LENGTH,
  tooLong: VALIDATION.messageLength,
  missing: VALIDATION.message,
  invalid: VALIDATION.message,
})

export const messageSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Null when the account was deleted. */
  from_id: z.uuid().nullable(),
  to_id: z.uuid().nullable(),
  /**
   * Who of the side `from_id` wrote it. Null where that is not known, for a deleted account, and to
   * the other side where it was not the owner: who belongs to a household is its own business.
   */
  author_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  seen: z.boolean(),
})
export type Message = z.infer<typeof messageSchema>

/**
 * One side as the other may see it. The borrower introduces itself by first name; the renter's is
 * null unless it is shown on the map too. Street, city and letterbox are null while the letterbox
 * is hidden. Everyone sees all of the own side.
 */
export const partySchema = z.object({
  id: z.uuid(),
  firstname: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  letterbox: z
    .object({
      id: z.uuid(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
})
export type Party = z.infer<typeof partySchema>

/** The renter is the owner who lends; a party is null after its account was deleted. */
export const transactionSchema = z.object({
  id: z.uuid(),
  status: z.enum(['open', 'closed']),
  /** `name` is in the language of the caller's settings. */
  item: itemSchema.pick({
    id: true,
    image_path: true,
    name: true,
    name_de: true,
    name_en: true,
    name_fr: true,
  }),
  borrower_id: z.uuid().nullable(),
  renter_id: z.uuid().nullable(),
  borrower: partySchema.nullable(),
  renter: partySchema.nullable(),
  /** Oldest first. */
  messages: z.array(messageSchema),
  has_new_message: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Transaction = z.infer<typeof transactionSchema>

/**
 * Chosen by the client for each thing it sends. The same call with the same id is carried out once
 * and answered alike, so that a lost answer can be asked for again.
 */
const requestIdSchema = z.uuid(VALIDATION.invalid).optional()

export const newTransactionSchema = z.object({
  /** The user who lends (`user_id` of the letterbox). */
  renter_id: z.uuid(VALIDATION.invalid),
  item_id: z.int(VALIDATION.item).min(1, VALIDATION.item).max(32767, VALIDATION.item),
  text: messageTextSchema,
  request_id: requestIdSchema,
})

export const newMessageSchema = z.object({
  transaction_id: z.uuid(VALIDATION.invalid),
  text: messageTextSchema,
  request_id: requestIdSchema,
})

export const transactionsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/transactions',
    summary: 'The own transactions, last activity first, each with its newest messages',
    access: 'user',
    query: z.object({
      /** Only this transaction. */
      transaction_id: z.uuid().optional(),
      /**
       * For paging back: with `transaction_id` only its messages older than this instant, else
       * only transactions whose last activity is older.
       */
      before: z.iso.datetime().optional(),
    }),
    status: 200,
    answer: z.array(transactionSchema),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/transactions/create',
    summary: 'Asks the owner of a letterbox for an item',
    access: 'confirmed',
    body: newTransactionSchema,
    status: 201,
    answer: transactionSchema,
    errors: [
      'validation',
      'messaging_disabled',
      'not_borrowable',
      'own_letterbox',
      'not_found',
      'conflict',
      'rate_limited',
    ],
  },
  sendMessage: {
    method: 'POST',
    path: '/transactions/sendMessage',
    summary: 'Adds a message to an own transaction',
    access: 'confirmed',
    body: newMessageSchema,
    status: 201,
    answer: messageSchema,
    errors: ['validation', 'not_found', 'conflict', 'rate_limited'],
  },
  markMessagesSeen: {
    method: 'POST',
    path: '/transactions/markMessagesSeen',
    summary: 'All messages to the caller in this transaction are seen',
    access: 'user',
    body: z.object({ transaction_id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  getNumberOfNewTransactions: {
    method: 'GET',
    path: '/transactions/getNumberOfNewTransactions',
    summary: 'In how many transactions a message waits to be seen',
    access: 'user',
    status: 200,
    answer: z.object({ count: z.int() }),
    errors: [],
  },
})
