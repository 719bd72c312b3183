import { z } from 'zod'
import { adminListAnswer, adminListSchema } from './admin-lists.ts'
import { defineEndpoints } from './endpoint.ts'
import { VALIDATION } from './errors.ts'
import { orderSchema } from './order-info.ts'
import { ORDER_STATUSES } from './order-statuses.ts'
import { plainTextSchema } from './plain-text.ts'

export const ORDER_NOTE_MAX_LENGTH = 2000

/** What the list is sorted by; with a minus, the last or most comes first. */
export const ORDER_SORTS = [
  '-order_date',
  'order_date',
  '-payment_amount',
  'payment_amount',
  'name',
  '-name',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** An order as those see it who look after all of them. */
const adminOrderRowSchema = orderSchema.extend({
  /** Counts what has happened to the order; goes with each change. */
  version: z.int(),
  note: z.string(),
})
export type AdminOrderRow = z.infer<typeof adminOrderRowSchema>

const orderEventSchema = z.object({
  at: z.iso.datetime(),
  /** The state that the order came to, or stayed in. */
  status: z.enum(ORDER_STATUSES),
  actor: z.enum(['customer', 'admin', 'payment', 'system']),
  /** Which customer or administrator; null for a visitor, and once the account has gone. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What was given back with it. */
  refunded: z.number().nullable(),
  /** Whether it is the note that was changed. */
  noted: z.boolean(),
})

const orderPaymentSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.enum(['CHF', 'EUR']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const adminOrderSchema = adminOrderRowSchema.extend({
  /** The account that ordered. */
  user_id: z.uuid().nullable(),
  /** The oldest first. */
  history: z.array(orderEventSchema),
  payments: z.array(orderPaymentSchema),
})
export type AdminOrder = z.infer<typeof adminOrderSchema>

/** Which order, and what of it was read: refused where something has happened to it since. */
const changeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: z.int(VALIDATION.invalid).min(0, VALIDATION.invalid),
})

/** Answers with the order as it is then. */
const change = {
  method: 'POST',
  access: 'back_office',
  body: changeSchema,
  status: 200,
  answer: adminOrderSchema,
  errors: ['validation', 'not_found', 'changed_meanwhile', 'wrong_status'],
} as const

export const adminOrdersApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/orders',
    summary: 'All orders; `search` looks into number, name and e-mail address',
    access: 'back_office',
    query: adminListSchema.extend({
      status: z.enum(ORDER_STATUSES).optional(),
      sort: z.enum(ORDER_SORTS).default('-order_date'),
    }),
    status: 200,
    answer: adminListAnswer(adminOrderRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/orders/byId',
    summary: 'The whole order, with its history and its payments',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: adminOrderSchema,
    errors: ['not_found'],
  },
  confirm: {
    ...change,
    path: '/admin/orders/confirm',
    summary: 'A reseller may pay: with a mail, and the invoice where there are invoices',
  },
  ship: {
    ...change,
    path: '/admin/orders/ship',
    summary: 'A paid order was posted: with a mail',
  },
  cancel: {
    ...change,
    path: '/admin/orders/cancel',
    summary: 'Cancels an order that was not shipped, with a mail; gives no money back by itself',
  },
  note: {
    ...change,
    path: '/admin/orders/note',
    summary: 'Replaces the note that administrators keep about an order',
    body: changeSchema.extend({
      note: plainTextSchema({
        max: ORDER_NOTE_MAX_LENGTH,
        tooLong: VALIDATION.tooLong,
        missing: null,
        invalid: VALIDATION.invalid,
      }),
    }),
  },
})
