import { z } from 'zod'
import { moneySchema, orderSchema } from '#features/shop/orders/contract.order.ts'
import { isRefno } from '#features/shop/orders/refno.ts'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { UNMATCHED_REASONS, UNMATCHED_STATES } from './unmatched-payments.ts'

/** One month of a busy account is a few hundred kB. */
export const STATEMENT_MAX_BYTES = 2 * 1024 * 1024

export const PAYMENT_NOTE_MAX_LENGTH = 500

const noteSchema = plainTextSchema({
  max: PAYMENT_NOTE_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: null,
  invalid: VALIDATION.invalid,
})
  .nullish()
  .transform((text) => text ?? '')

/** An entry as the statement shows it. */
const entrySchema = z.object({
  amount: z.number().nullable(),
  currency: z.string(),
  received_on: z.iso.date().nullable(),
  refno: z.string().nullable(),
})

const unmatchedSchema = entrySchema.extend({
  reason: z.enum(UNMATCHED_REASONS),
  order_id: z.uuid().nullable(),
  /** The reference, or the free text that the payer typed instead. */
  text: z.string(),
  payer: z.string().nullable(),
  /** Id in the list of unmatched payments; null if the next statement contains the entry again. */
  id: z.uuid().nullable(),
})
export type Unmatched = z.infer<typeof unmatchedSchema>

const resultSchema = z.object({
  paid: z.array(entrySchema.extend({ order_id: z.uuid() })),
  unmatched: z.array(unmatchedSchema),
  /** Payments that an earlier import has already read. */
  repeated: z.int(),
})
export type ImportResult = z.infer<typeof resultSchema>

/** A statement whose payments are read by a job. Most jobs are done before the response is sent. */
const importSchema = resultSchema.extend({
  id: z.uuid(),
  is_done: z.boolean(),
  /** How many entries have been processed, and how many there are. */
  done: z.int(),
  total: z.int(),
})
export type StatementImport = z.infer<typeof importSchema>

/** A payment that matched no order automatically, and what happened to it. */
export const unmatchedPaymentSchema = unmatchedSchema.extend({
  id: z.uuid(),
  version: z.int(),
  state: z.enum(UNMATCHED_STATES),
  /** The order that an administrator assigned it to. */
  assigned: z.object({ id: z.uuid(), refno: z.string() }).nullable(),
  note: z.string(),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  /** The administrator who assigned it or set it aside; null once that account is deleted. */
  settled_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type UnmatchedPayment = z.infer<typeof unmatchedPaymentSchema>

const refnoSchema = z
  .string(VALIDATION.invalid)
  .refine(isRefno, VALIDATION.invalid)
  .overwrite((text) => text.replace(/\s/g, ''))

/** Accepts less than the price, for example where a bank deducted charges; the note gives the reason. */
const acceptedSchema = {
  accept_less: z.boolean(VALIDATION.invalid).optional(),
  note: noteSchema,
}

/** How many payments one call can set aside. */
export const ASIDE_MAX = 100

/** Id and the version that the caller read; rejected if the payment has changed since. */
const changeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})
const change = {
  method: 'POST',
  access: 'back_office',
  status: 200,
  answer: unmatchedPaymentSchema,
} as const

export const bankStatementsApi = defineEndpoints({
  import: {
    method: 'POST',
    path: '/admin/bankStatements/import',
    communityToken: true,
    summary:
      'Imports a bank statement (camt.053, camt.054): a payment that names an order and has its amount pays it, once; the rest is listed. A long statement continues as a job: `imported` returns how far it is',
    access: 'back_office',
    maxBytes: STATEMENT_MAX_BYTES,
    /** Content of the file, decoded as its XML declaration says. */
    body: z.object({ xml: z.string(VALIDATION.invalid).min(1, VALIDATION.invalid) }),
    status: 200,
    answer: importSchema,
    errors: [
      'validation',
      'payload_too_large',
      'not_found',
      'other_bank_account',
      'file_takes_too_long',
      'busy',
    ],
  },
  imported: {
    method: 'GET',
    path: '/admin/bankStatements/imported',
    communityToken: true,
    summary: 'Returns how far the import of a statement has come, for a day',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: importSchema,
    errors: ['not_found'],
  },
  unmatched: {
    method: 'GET',
    path: '/admin/bankStatements/unmatched',
    communityToken: true,
    summary:
      'Lists money of bank statements that paid no order by itself, newest first; `search` looks into reference and payer',
    access: 'back_office',
    query: adminListSchema.extend({ state: z.enum(UNMATCHED_STATES).default('open') }),
    status: 200,
    answer: adminListAnswer(unmatchedPaymentSchema).extend({
      /** Counts for all states. */
      counts: z.record(z.enum(UNMATCHED_STATES), z.int()),
    }),
    errors: [],
  },
  assign: {
    ...change,
    path: '/admin/bankStatements/assign',
    summary:
      'Assigns an unmatched payment to an order that waits for it, in its currency: the part above the price is a donation. Less than the price pays it with `accept_less` and the reason in `note`. Refused with `payment_pending` while a bank takes days for another payment of the order',
    body: changeSchema.extend({
      refno: refnoSchema,
      ...acceptedSchema,
    }),
    errors: ['validation', 'not_found', 'changed_meanwhile', 'not_payable', 'payment_pending'],
  },
  giveBack: {
    ...change,
    path: '/admin/bankStatements/giveBack',
    summary:
      'Records that an unmatched payment for an order that did not need it, such as one paid before or cancelled, was given back: both are in the cash book',
    body: changeSchema.extend({
      /** The order that the payment was meant for; defaults to the one that the payment names. */
      refno: refnoSchema.optional(),
      returned_on: z.iso.date(VALIDATION.calendarDay),
      note: noteSchema,
    }),
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  setManyAside: {
    method: 'POST',
    path: '/admin/bankStatements/setManyAside',
    summary:
      'Sets many unmatched payments aside; those that another member of the staff has changed in the meantime stay as they are',
    access: 'back_office',
    body: z.object({
      payments: z.array(changeSchema).min(1, VALIDATION.invalid).max(ASIDE_MAX, VALIDATION.invalid),
      note: noteSchema,
    }),
    status: 200,
    answer: z.object({ set_aside: z.int(), changed_meanwhile: z.int() }),
    errors: ['validation'],
  },
  setAside: {
    ...change,
    path: '/admin/bankStatements/setAside',
    summary:
      'Sets an unmatched payment aside, which pays no order: it went back, or was for something else',
    body: changeSchema.extend({ note: noteSchema }),
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  reopen: {
    ...change,
    path: '/admin/bankStatements/reopen',
    summary: 'Reopens an unmatched payment that was set aside',
    body: changeSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  recordPayment: {
    method: 'POST',
    path: '/admin/orders/recordPayment',
    communityToken: true,
    summary:
      'Records that an order was paid by bank or in cash, in its own currency: from its price to the end of the slider; the part above the price is a donation. Less than the price pays it with `accept_less` and the reason in `note`. Refused with `payment_pending` while a bank takes days for another payment of the order',
    access: 'back_office',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      amount: moneySchema.positive(VALIDATION.money),
      received_on: z.iso.date(VALIDATION.calendarDay),
      /** Cash is kept in a separate till. */
      way: z.enum(['bank', 'cash'], VALIDATION.invalid).default('bank'),
      ...acceptedSchema,
    }),
    status: 200,
    answer: z.object({ order_info: orderSchema }),
    errors: ['validation', 'not_found', 'not_payable', 'payment_pending'],
  },
})
