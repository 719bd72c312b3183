import { z } from 'zod'
import { ORDER_STATUSES } from './order-statuses.ts'
import { orderedProductSchema } from './products.ts'
import { languageSchema } from './user-settings.ts'

/** With what an order is, or was, to be paid; the sandbox moves no money. */
export const PAYMENT_METHODS = ['stripe', 'paypal', 'invoice', 'sandbox'] as const

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
  payment_currency: z.enum(['CHF', 'EUR']),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  order_status: z.object({ name: z.enum(ORDER_STATUSES) }),
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
