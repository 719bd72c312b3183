import { z } from 'zod'
import {
  takenDaysSchema,
  transactionSchema,
} from '#features/lending/conversations/transactions/contract.ts'
import { itemIdSchema } from '#features/places/items/contract.ts'
import { letterboxSchema } from '#features/places/letterboxes/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { newAskSchema, newTransactionSchema } from './contract.bodies.ts'

/** How many letterboxes `GET /transactions/alternatives` returns at most. */
export const ALTERNATIVES_LIMIT = 5

/** Requests for an item: sending one, how many the account may send, and which lenders to ask next. */
export const requestsApi = defineEndpoints({
  create: {
    method: 'POST',
    path: '/transactions/create',
    summary: 'Sends a request for an item to the owner of a letterbox',
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
      'asked_already',
      'household_asked',
      'asked_too_many',
    ],
  },
  ask: {
    method: 'POST',
    path: '/transactions/ask',
    summary:
      'Sends requests to several letterboxes with one message; the first yes withdraws the others',
    access: 'confirmed',
    body: newAskSchema,
    status: 201,
    answer: z.array(transactionSchema),
    errors: [
      'validation',
      'messaging_disabled',
      'not_borrowable',
      'own_letterbox',
      'not_found',
      'conflict',
      'asked_already',
      'household_asked',
      'asked_too_many',
      'status_changed',
    ],
  },
  standing: {
    method: 'GET',
    path: '/transactions/standing',
    summary:
      "Lists the caller's open requests and loans at a letterbox, for which another request is refused. For other members of the caller's household it only says that one of them has asked",
    access: 'user',
    query: z.object({
      /** The user who lends (`user_id` of the letterbox). */
      renter_id: z.uuid(),
      item_id: queryIntSchema.pipe(itemIdSchema),
    }),
    status: 200,
    answer: z.object({ transaction: transactionSchema.nullable(), household: z.boolean() }),
    errors: [],
  },
  alternatives: {
    method: 'GET',
    path: '/transactions/alternatives',
    summary:
      "Lists the nearest other letterboxes that lend the same item and that the borrower has not asked for it within 30 days, the best ones to ask first; `distance` is from the letterbox that was asked, or from the caller's if that one is hidden",
    access: 'user',
    query: z.object({ transaction_id: z.uuid() }),
    status: 200,
    answer: z.array(letterboxSchema),
    errors: ['not_found'],
  },
  takenDays: {
    method: 'GET',
    path: '/transactions/takenDays',
    summary:
      'Lists the days on which a letterbox has promised all its copies of an item, among those that can be requested; for callers who may request it',
    access: 'confirmed',
    query: z.object({
      /** The user who lends (`user_id` of the letterbox). */
      renter_id: z.uuid(),
      item_id: queryIntSchema.pipe(itemIdSchema),
    }),
    status: 200,
    answer: takenDaysSchema,
    errors: ['messaging_disabled', 'not_borrowable', 'own_letterbox', 'not_found'],
  },
  allowance: {
    method: 'GET',
    path: '/transactions/allowance',
    summary: 'Returns how many letterboxes the caller may ask now: few while the account is new',
    access: 'user',
    status: 200,
    answer: z.object({ left: z.int(), more_at: z.iso.datetime() }),
    errors: [],
  },
})
