import { z } from 'zod'
import { orderedProductSchema } from '#features/shop/orders/products/contract.ts'
import { CURRENCIES, toCents } from '#features/shop/orders/products/pricing.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { INT4_MAX } from '#platform/shared/input/numbers.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { ORDER_STATUSES } from './order-steps.ts'

/** What an order can ask to be paid with; the sandbox moves no money. */
export const CHOSEN_METHODS = ['stripe', 'paypal', 'invoice', 'sandbox'] as const
/** With what an order is, or was, to be paid: staff also takes cash. */
export const PAYMENT_METHODS = [...CHOSEN_METHODS, 'cash'] as const

/** What an order counts, before its product is asked which amounts there are. */
export const piecesSchema = z
  .int(VALIDATION.amount)
  .min(1, VALIDATION.amount)
  .max(INT4_MAX, VALIDATION.amount)

/** Above it the cents are more than their column holds. */
const MONEY_MAX = Math.floor(INT4_MAX / 100)

/** At least nothing, in whole cents. */
export const moneySchema = z
  .number(VALIDATION.money)
  .min(0, VALIDATION.money)
  .max(MONEY_MAX, VALIDATION.money)
  .refine((money) => toCents(money) !== null, VALIDATION.money)

/**
 * What the page says that is paid, as it stands on its button, or that a corrected order costs. Of another amount nothing
 * is taken and nothing corrected: the answer is `amount_changed`, with the order as it is by now, or with what its
 * correction costs by now. What is left out is not compared.
 */
export const shownAmountSchema = z.object({
  payment_amount: moneySchema.optional(),
  payment_currency: z.enum(CURRENCIES, VALIDATION.invalid).optional(),
})
export type ShownAmount = z.output<typeof shownAmountSchema>

/**
 * An order. Who it is for stands in it for whoever placed it; to everybody else who has its id it
 * shows what is needed to pay.
 */
export const orderSchema = z.object({
  id: z.uuid(),
  refno: z.string(),
  product: orderedProductSchema,
  amount: z.int(),
  price_per_piece: z.number(),
  price: z.number(),
  donation: z.number(),
  /** Price and donation together. */
  payment_amount: z.number(),
  payment_currency: z.enum(CURRENCIES),
  /** What is to be paid now: all of it, or what a correction has added since it was paid. */
  to_pay: z.number(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  order_status: z.object({ name: z.enum(ORDER_STATUSES) }),
  /**
   * Until about when a bank needs that was asked to pay it; null where no bank takes days for it. Meanwhile nobody pays it
   * in another way, and what it costs stays.
   */
  awaited_until: z.iso.datetime().nullable(),
  /** Whether all that was paid for it was given back; it keeps its status, and is not shipped any more. */
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
  /** Whether the letterbox that the stickers are for is to be on the map; null: was not asked. */
  show_on_map: z.boolean().nullable(),
})
export type Order = z.infer<typeof orderSchema>
