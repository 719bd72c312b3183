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
      'asked_already',
      'household_asked',
      'asked_too_many',
    ],
  },
  ask: {
    method: 'POST',
    path: '/transactions/ask',
    summary: 'Asks several letterboxes with one message; the first yes withdraws the others',
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
      'What the caller has asked a letterbox for already, and is not over: another request for the same is refused. Of the household of the caller it is only told that somebody there has asked',
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
      'The nearest other letterboxes that lend the same, those whom to ask first at the head, and that the borrower has not asked for it within 30 days; `distance` from the letterbox that was asked, or from the own one where that is hidden',
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
      'The days, of those that can be asked for, on which a letterbox has promised all it has of an item; for whoever may ask it for that',
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
    summary: 'How many letterboxes the caller may ask now: few while the account is new',
    access: 'user',
    status: 200,
    answer: z.object({ left: z.int(), more_at: z.iso.datetime() }),
    errors: [],
  },
})
