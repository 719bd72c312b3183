import { z } from 'zod'
import { takenDaysSchema, transactionSchema } from '#features/transactions/contract.ts'
import { LOAN_SIDES } from '#features/transactions/loan-steps.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import {
  loanAnswerSchema,
  loanChangeSchema,
  loanProposalSchema,
  newThanksSchema,
} from './contract.bodies.ts'

/** How many days before and after today {@link lentSchema} covers. */
export const LENT_DAYS = { back: 30, ahead: 365 } as const

/** A thing of the caller's letterbox that is away, was away, or will be. */
export const lentSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['accepted', 'handed_over', 'returned']),
  /** Days in the community's calendar, the last one included; null: nobody said. */
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  /** First name of the borrower; null after the account was deleted. */
  other: z.string().nullable(),
})
export type Lent = z.infer<typeof lentSchema>

/**
 * Whose loans are listed: those that the deletion of the caller's account would end, or all of the
 * caller's letterbox.
 */
export const OPEN_LOANS_OF = ['account', 'letterbox'] as const

/** A request, a promise or a loan that is not over yet. */
export const openLoanSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['requested', 'accepted', 'handed_over']),
  /** The side of the caller. */
  side: z.enum(LOAN_SIDES),
  /** The other side in one word, as the caller may know it; null where it has no name to show. */
  other: z.string().nullable(),
  return_by: z.iso.date().nullable(),
})
export type OpenLoan = z.infer<typeof openLoanSchema>

const ofTransaction = z.object({ transaction_id: z.uuid() })

const CHANGE_ERRORS = ['validation', 'not_found', 'conflict', 'status_changed'] as const

/** The steps of a loan, and what can be looked at of loans besides a transaction itself. */
export const loansApi = defineEndpoints({
  answer: {
    method: 'POST',
    path: '/transactions/answer',
    summary: 'Says yes or no to a request; the borrower says yes to the days that the lender named',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanAnswerSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_answered', 'already_lent', 'rate_limited'],
  },
  propose: {
    method: 'POST',
    path: '/transactions/propose',
    summary: 'Names other days for a request',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanProposalSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  withdraw: {
    method: 'POST',
    path: '/transactions/withdraw',
    summary: 'The borrower does not need it any more',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema,
    status: 200,
    answer: transactionSchema,
    errors: CHANGE_ERRORS,
  },
  handOver: {
    method: 'POST',
    path: '/transactions/handOver',
    summary: 'The borrower has it now',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema,
    status: 200,
    answer: transactionSchema,
    errors: CHANGE_ERRORS,
  },
  return: {
    method: 'POST',
    path: '/transactions/return',
    summary: 'The lender has it back',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema,
    status: 200,
    answer: transactionSchema,
    errors: CHANGE_ERRORS,
  },
  undo: {
    method: 'POST',
    path: '/transactions/undo',
    summary:
      'It was not handed over, or did not come back: by the side that said so, within ten minutes; leaves the history',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema.pick({ transaction_id: true }),
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent'],
  },
  thank: {
    method: 'POST',
    path: '/transactions/thank',
    summary: 'A thank-you after the return; once for each side',
    access: 'confirmed',
    body: newThanksSchema,
    status: 201,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  hideThanks: {
    method: 'POST',
    path: '/transactions/hideThanks',
    summary: 'Takes down, or shows again, a thank-you that the caller got',
    access: 'user',
    body: z.object({ transaction_id: z.uuid(VALIDATION.invalid), hidden: z.boolean() }),
    status: 200,
    answer: transactionSchema,
    errors: ['validation', 'not_found'],
  },
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
  takenBesides: {
    method: 'GET',
    path: '/transactions/takenBesides',
    summary:
      'The days on which the thing of a request or a loan is promised to somebody else, for both sides while days can be named',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: ofTransaction,
    status: 200,
    answer: takenDaysSchema,
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
