import { z } from 'zod'
import { letterboxSchema } from '#features/letterboxes/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { transactionSchema } from './contract.ts'
import { LOAN_SIDES } from './loan-steps.ts'

/** What is answered of `GET /transactions/alternatives`, at most. */
export const ALTERNATIVES_LIMIT = 5

/** Days before and after today of which {@link lentSchema} speaks. */
export const LENT_DAYS = { back: 30, ahead: 365 } as const

/** That something of the own letterbox is away, was, or will be. */
export const lentSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['accepted', 'handed_over', 'returned']),
  /** Days in the community's calendar, the last one included; null: nobody said. */
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  /** First name of who has it; null after the account was deleted. */
  other: z.string().nullable(),
})
export type Lent = z.infer<typeof lentSchema>

/** Whose loans are asked for: those a deletion of the own account would end, or all of the own letterbox. */
export const OPEN_LOANS_OF = ['account', 'letterbox'] as const

/** What is not over yet. */
export const openLoanSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['requested', 'accepted', 'handed_over']),
  /** The own one. */
  side: z.enum(LOAN_SIDES),
  /** The other side in one word, as the caller may know it; null where it has no name to show. */
  other: z.string().nullable(),
  return_by: z.iso.date().nullable(),
})
export type OpenLoan = z.infer<typeof openLoanSchema>

const ofTransaction = z.object({ transaction_id: z.uuid() })

/** What can be looked at besides a transaction itself. */
export const loansApi = defineEndpoints({
  calendar: {
    method: 'GET',
    path: '/transactions/calendar',
    summary:
      'The hand-over and the return of an own loan, for a calendar; 404 where neither day is known, or nobody said yes',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: ofTransaction,
    status: 200,
    media: 'text/calendar',
    answer: z.file(),
    errors: ['not_found'],
  },
  alternatives: {
    method: 'GET',
    path: '/transactions/alternatives',
    summary:
      'The nearest other letterboxes that lend the same and that the borrower has not asked for it within 30 days; `distance` from the letterbox that was asked, or from the own one where that is hidden',
    access: 'user',
    query: ofTransaction,
    status: 200,
    answer: z.array(letterboxSchema),
    errors: ['not_found'],
  },
  lent: {
    method: 'GET',
    path: '/transactions/lent',
    summary: 'What of the own letterbox is lent when, by the first day',
    access: 'user',
    status: 200,
    answer: z.array(lentSchema),
    errors: [],
  },
  open: {
    method: 'GET',
    path: '/transactions/open',
    summary:
      'What was asked, promised or is out: of the account what loses a side if the caller deletes it (requests and promises end with it; what the household keeps is not among it), of the letterbox all that is asked of it or lent',
    access: 'user',
    query: z.object({ of: z.enum(OPEN_LOANS_OF).optional() }),
    status: 200,
    answer: z.array(openLoanSchema),
    errors: [],
  },
})
