import { z } from 'zod'
import {
  takenDaysSchema,
  transactionSchema,
} from '#features/lending/conversations/transactions/contract.ts'
import { LOAN_SIDES } from '#features/lending/conversations/transactions/loan-steps.ts'
import { ANSWER_BANDS } from '#features/places/letterboxes/answer-bands.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { PUNCTUALITIES } from './asker.ts'
import {
  loanAnswerSchema,
  loanChangeSchema,
  loanDaysAgreedSchema,
  loanDaysSchema,
  loanFetchedSchema,
  loanHandOverSchema,
  loanProposalSchema,
  newThanksSchema,
  notedLoanSchema,
} from './contract.bodies.ts'

/** How many days before and after today {@link lentSchema} covers. */
export const LENT_DAYS = { back: 30, ahead: 365 } as const

/** A thing of the caller's letterbox that is, was or will be away. */
export const lentSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['accepted', 'handed_over', 'returned']),
  /** Days in the community's calendar, the last one included; null if not agreed. */
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  /** First name of the borrower; null if the account was deleted. */
  other: z.string().nullable(),
})
export type Lent = z.infer<typeof lentSchema>

/** Which loans are listed: those that deleting the caller's account would end, or all of the caller's letterbox. */
export const OPEN_LOANS_OF = ['account', 'letterbox'] as const

/** A request, promise or loan that is not over yet. */
export const openLoanSchema = z.object({
  transaction_id: z.uuid(),
  item: transactionSchema.shape.item,
  status: z.enum(['requested', 'accepted', 'handed_over']),
  /** The caller's side. */
  side: z.enum(LOAN_SIDES),
  /** The other side in one word, as far as the caller may know it; null if it shows no name. */
  other: z.string().nullable(),
  return_by: z.iso.date().nullable(),
})
export type OpenLoan = z.infer<typeof openLoanSchema>

/** What the lender learns about the borrower before answering; none of it is public. */
export const askerSchema = z.object({
  /** Joined less than a month ago and has returned nothing yet; then the other fields are empty. */
  is_new: z.boolean(),
  /** The month in which the borrower joined, `2026-03`. */
  since: z.string().nullable(),
  /** Metres between the letterboxes, rounded up; null if one of them is not on the map or they are far apart. */
  within: z.int().nullable(),
  /** Things borrowed and returned in the last two years. */
  brought_back: z.int(),
  /** Null if there is too little data. */
  punctuality: z.enum(PUNCTUALITIES).nullable(),
})
export type Asker = z.infer<typeof askerSchema>

/** What to expect before an answer. */
export const outlookSchema = z.object({
  /** When the request expires; null once it is no longer pending. */
  ends_at: z.iso.datetime().nullable(),
  /** For the borrower of an unanswered request: how that letterbox usually answers. */
  answers: z.enum(ANSWER_BANDS).nullable(),
  /** For the lender, while the request can be answered. */
  asker: askerSchema.nullable(),
  /** For the lender of a promise: how many other requests for these days were declined automatically. */
  answered_besides: z.int(),
  /** For both sides of a loan: days other than its own that another borrower has asked for; never who. */
  wanted_besides: takenDaysSchema,
})
export type Outlook = z.infer<typeof outlookSchema>

const ofTransaction = z.object({ transaction_id: z.uuid() })

const CHANGE_ERRORS = ['validation', 'not_found', 'conflict', 'status_changed'] as const

/** The steps of a loan, and further data about loans. */
export const loansApi = defineEndpoints({
  answer: {
    method: 'POST',
    path: '/transactions/answer',
    summary:
      'Accepts or declines a request; the borrower accepts the days that the lender proposed',
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
    summary: 'Proposes other days for a request',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanProposalSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  sayAgreed: {
    method: 'POST',
    path: '/transactions/sayAgreed',
    summary:
      'Records for the borrower that the two have agreed on days in words; asks the lender to confirm, once until there is a reaction',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanProposalSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  sayFetched: {
    method: 'POST',
    path: '/transactions/sayFetched',
    summary:
      'Records for the borrower that the item was fetched already; asks the lender to confirm, and nothing is lent until then',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanFetchedSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  noteLoan: {
    method: 'POST',
    path: '/transactions/noteLoan',
    summary:
      'Records for the lender that the item was fetched, today or up to 60 days ago: accepts the request and hands over at once',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: notedLoanSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent', 'rate_limited'],
  },
  withdraw: {
    method: 'POST',
    path: '/transactions/withdraw',
    summary: 'Withdraws a request or an agreement of the borrower',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema,
    status: 200,
    answer: transactionSchema,
    errors: CHANGE_ERRORS,
  },
  changeDays: {
    method: 'POST',
    path: '/transactions/changeDays',
    summary:
      'Asks for other days of an agreement or a loan; the old ones hold until the other side accepts',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanDaysSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent', 'rate_limited'],
  },
  agreeDays: {
    method: 'POST',
    path: '/transactions/agreeDays',
    summary: 'Accepts the other days that the other side asks for',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanDaysAgreedSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent'],
  },
  keepDays: {
    method: 'POST',
    path: '/transactions/keepDays',
    summary:
      "Keeps the agreed days: declines other ones, or withdraws the caller's own question for them",
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
    summary:
      'Hands the item over to the borrower, from today or from the named day on, whatever was agreed. 409 already_lent if it is promised to another borrower by then, or not back from one',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanHandOverSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent'],
  },
  notFetched: {
    method: 'POST',
    path: '/transactions/notFetched',
    summary:
      'Records that the item was not fetched: the agreement ends and the item is free again. Possible from the day on which both sides are asked',
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
    summary: 'Records that the lender has the item back',
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
      'Undoes a hand-over, a return or an arrangement in words within ten minutes, by the side that recorded it; removes it from the history',
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: loanChangeSchema,
    status: 200,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'already_lent'],
  },
  thank: {
    method: 'POST',
    path: '/transactions/thank',
    summary: 'Sends a thank-you after the return, once for each side',
    access: 'confirmed',
    body: newThanksSchema,
    status: 201,
    answer: transactionSchema,
    errors: [...CHANGE_ERRORS, 'rate_limited'],
  },
  hideThanks: {
    method: 'POST',
    path: '/transactions/hideThanks',
    summary: 'Hides a thank-you that the caller received, or shows it again',
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
      "Returns the hand-over and the return of one of the caller's loans for a calendar; 404 if neither day is known or the request was not accepted",
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
      'Lists the days on which the item of a request or a loan is promised to other borrowers, for both sides while days can be named',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: ofTransaction,
    status: 200,
    answer: takenDaysSchema,
    errors: ['not_found'],
  },
  outlook: {
    method: 'GET',
    path: '/transactions/outlook',
    summary:
      'Returns what helps before an answer: for the borrower how likely a yes is and until when the request waits, for the lender who is asking',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: ofTransaction,
    status: 200,
    answer: outlookSchema,
    errors: ['not_found'],
  },
  calendarFeed: {
    method: 'GET',
    path: '/transactions/calendarFeed',
    summary:
      'Returns whether a calendar program may read what the caller lends and borrows, and since when',
    access: 'user',
    status: 200,
    answer: z.object({ since: z.iso.datetime().nullable() }),
    errors: [],
  },
  makeCalendarFeed: {
    method: 'POST',
    path: '/transactions/makeCalendarFeed',
    summary:
      'Creates a secret address for a calendar program, which is returned only this once; replaces the earlier one',
    access: 'user',
    body: z.object({}),
    status: 201,
    answer: z.object({ url: z.url() }),
    errors: [],
  },
  endCalendarFeed: {
    method: 'POST',
    path: '/transactions/endCalendarFeed',
    summary: 'Revokes the secret address of the calendar',
    access: 'user',
    body: z.object({}),
    status: 204,
    answer: null,
    errors: [],
  },
  lent: {
    method: 'GET',
    path: '/transactions/lent',
    summary: "Lists what the caller's letterbox lends and when, by the first day",
    access: 'user',
    status: 200,
    answer: z.array(lentSchema),
    errors: [],
  },
  open: {
    method: 'GET',
    path: '/transactions/open',
    summary:
      'Lists open requests, promises and loans: for `account`, those that would lose a side if the caller deleted it (requests and promises would end; what the household keeps is left out); for `letterbox`, all of the letterbox',
    access: 'user',
    query: z.object({ of: z.enum(OPEN_LOANS_OF).optional() }),
    status: 200,
    answer: z.array(openLoanSchema),
    errors: [],
  },
})
