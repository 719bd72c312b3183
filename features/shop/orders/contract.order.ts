import { z } from 'zod'
import { orderedProductSchema } from '#features/shop/orders/products/contract.ts'
import { CURRENCIES, toCents } from '#features/shop/orders/products/pricing.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { INT4_MAX } from '#platform/shared/input/numbers.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { ORDER_STATUSES } from './order-steps.ts'

/** Payment methods that a customer can choose; the sandbox moves no money. */
export const CHOSEN_METHODS = ['stripe', 'paypal', 'invoice', 'sandbox'] as const
/** All payment methods of an order; staff also records cash. */
export const PAYMENT_METHODS = [...CHOSEN_METHODS, 'cash'] as const

/** Number of pieces, before the product restricts it. */
export const piecesSchema = z
  .int(VALIDATION.amount)
  .min(1, VALIDATION.amount)
  .max(INT4_MAX, VALIDATION.amount)

/** Larger amounts would overflow the column for cents. */
const MONEY_MAX = Math.floor(INT4_MAX / 100)

/** Zero or more, in whole cents. */
export const moneySchema = z
  .number(VALIDATION.money)
  .min(0, VALIDATION.money)
  .max(MONEY_MAX, VALIDATION.money)
  .refine((money) => toCents(money) !== null, VALIDATION.money)

/**
 * The amount that the page shows on its button or as the new price. If the real amount differs, nothing is paid or
 * corrected, and the call returns `amount_changed` with the current order or cost. Omitted fields are not compared.
 */
export const shownAmountSchema = z.object({
  payment_amount: moneySchema.optional(),
  payment_currency: z.enum(CURRENCIES, VALIDATION.invalid).optional(),
})
export type ShownAmount = z.output<typeof shownAmountSchema>

/**
 * An order. Names and address are included only for the customer. Other callers who know its id see only what is
 * needed to pay.
 */
export const orderSchema = z.object({
  id: z.uuid(),
  refno: z.string(),
  product: orderedProductSchema,
  amount: z.int(),
  price_per_piece: z.number(),
  price: z.number(),
  donation: z.number(),
  /** Price plus donation. */
  payment_amount: z.number(),
  payment_currency: z.enum(CURRENCIES),
  /** Amount due now: everything, or what a correction added after payment. */
  to_pay: z.number(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  order_status: z.object({ name: z.enum(ORDER_STATUSES) }),
  /**
   * Until about when a pending bank payment takes; null if none is pending. Meanwhile the order cannot be paid in
   * another way, and its price cannot change.
   */
  awaited_until: z.iso.datetime().nullable(),
  /** Whether everything was refunded. The order keeps its status and is no longer shipped. */
  is_refunded: z.boolean(),
  order_date: z.iso.datetime(),
  lang: languageSchema,
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  address_addition: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  ideas: z.string().nullable(),
  /** Whether the letterbox for the stickers should be on the map; null if the customer was not asked. */
  show_on_map: z.boolean().nullable(),
})
export type Order = z.infer<typeof orderSchema>
