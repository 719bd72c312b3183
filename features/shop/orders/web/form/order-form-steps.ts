import { z } from 'zod'
import type { User } from '#features/people/accounts/web/data/door.ts'
import {
  DEFAULT_AMOUNT,
  isAmount,
  PRODUCT_ID,
  type ProductId,
} from '#features/shop/orders/products/pricing.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { likelyCountry } from '#platform/web/data/likely-country.ts'
import { newOrderSchema, orderAddressSchema } from '../../contract.ts'
import type { OrderDraft, OrderFields } from './order-draft.ts'

export type OrderFormStep = 'product' | 'address' | 'map' | 'confirm'

/** The product in the query parameter `pid`, or null. */
export function parseProduct(pid: string | null): ProductId | null {
  return Object.values(PRODUCT_ID).find((id) => String(id) === pid) ?? null
}

/** The product in the address: null if unknown. Without `pid`, the product of the draft. */
export const productOf = (pid: string | null, draft: OrderDraft | null): ProductId | null =>
  pid === null ? (draft?.product ?? null) : parseProduct(pid)

export type OrderForm = OrderFields & { amount: number | null; ideas: string }

/** The form of the second step, in the order of its checks. */
export const orderFormSchema = (product: ProductId) =>
  orderAddressSchema.extend({
    amount: z
      .int(VALIDATION.amount)
      .refine((amount) => isAmount(product, amount), VALIDATION.amount),
    ideas: newOrderSchema.shape.ideas,
  })

/** Initial values of the second step: the draft, otherwise the account's data. */
export function startingForm(
  product: ProductId,
  draft: OrderDraft | null,
  user: User | null,
  browserLanguages: readonly string[],
): OrderForm {
  // In a draft of the account, an empty field was emptied on purpose.
  const accountFields = draft?.owner ? draft.fields : null
  const fieldOf = (name: keyof OrderFields) =>
    accountFields ? accountFields[name] : draft?.fields[name] || user?.[name] || ''
  const draftAmount = draft?.product === product ? draft.amount : DEFAULT_AMOUNT[product]
  return {
    firstname: fieldOf('firstname'),
    lastname: fieldOf('lastname'),
    email: fieldOf('email'),
    address: fieldOf('address'),
    address_addition: fieldOf('address_addition'),
    postcode: fieldOf('postcode'),
    city: fieldOf('city'),
    country: fieldOf('country') || likelyCountry(browserLanguages),
    amount: draftAmount,
    ideas: draft?.ideas ?? '',
  }
}

/** A draft with the values of the second step's form. */
export function draftOfForm(
  product: ProductId,
  { amount, ideas, ...fields }: OrderForm,
): Pick<OrderDraft, 'product' | 'amount' | 'ideas' | 'fields'> {
  return { product, amount, ideas, fields }
}

/** The order to store; null while something is missing. */
export function checkedOrder({ product, amount, ideas, fields }: OrderDraft) {
  return orderFormSchema(product).safeParse({ ...fields, amount, ideas }).data ?? null
}

/**
 * Decides which step may be shown. The product comes first, then name and address. Guests are asked about the map
 * before they confirm; those who agree must log in before confirming.
 * @param product of the second step
 */
export function admitOrderStep(
  requested: OrderFormStep,
  {
    loggedIn,
    product,
    draft,
  }: {
    loggedIn: boolean
    product: ProductId | null
    draft: OrderDraft | null
  },
): OrderFormStep {
  if (requested === 'product') return 'product'
  if (requested === 'address') return product === null ? 'product' : 'address'
  if (draft === null) return 'product'
  if (checkedOrder(draft) === null) return 'address'
  if (loggedIn) return 'confirm'
  return requested === 'confirm' && draft.show_on_map !== false ? 'map' : requested
}

/** The steps of the progress bar. */
export const stepsFor = (loggedIn: boolean): OrderFormStep[] =>
  loggedIn ? ['product', 'address', 'confirm'] : ['product', 'address', 'map', 'confirm']
