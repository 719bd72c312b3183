/**
 * The price of an order. Pure rules, used by the server, which decides, and by the forms, which show the price. Money
 * is in cents, so nothing is rounded twice.
 */

export const PRODUCT_ID = { stickerPack: 1, membership: 3, reseller: 4 } as const
export type ProductId = (typeof PRODUCT_ID)[keyof typeof PRODUCT_ID]

/** Possible numbers of sheets in one order of the pack. */
export const STICKER_PACK_AMOUNTS = [1, 2, 3, 4, 5] as const

/** Prices of a year of membership; the `amount` of an order is in pieces of 1.00. */
export const MEMBERSHIP_TIERS = [
  { name: 'light', amount: 20 },
  { name: 'normal', amount: 40 },
  { name: 'super', amount: 80 },
  { name: 'mega', amount: 150 },
] as const
export type MembershipTierName = (typeof MEMBERSHIP_TIERS)[number]['name']

/** Price per piece from a number of pieces on, in cents. */
export interface PriceTier {
  from: number
  cents: number
}

/** Reseller tiers, most pieces first, with the initial prices of a community. */
export const RESELLER_TIERS = [
  { from: 1000, cents: 350 },
  { from: 500, cents: 360 },
  { from: 200, cents: 380 },
  { from: 100, cents: 390 },
  { from: 50, cents: 420 },
  { from: 20, cents: 450 },
  { from: 1, cents: 700 },
] as const

export const RESELLER_MAX_AMOUNT = 100_000

/** Initial amount in a form. */
export const DEFAULT_AMOUNT: Record<ProductId, number> = {
  [PRODUCT_ID.stickerPack]: 1,
  [PRODUCT_ID.membership]: 40,
  [PRODUCT_ID.reseller]: 20,
}

/** Whether a product can be ordered in this number of pieces. */
export function isAmount(product: ProductId, amount: number): boolean {
  if (product === PRODUCT_ID.stickerPack) return STICKER_PACK_AMOUNTS.some((n) => n === amount)
  if (product === PRODUCT_ID.membership) return MEMBERSHIP_TIERS.some((t) => t.amount === amount)
  return Number.isInteger(amount) && amount >= 1 && amount <= RESELLER_MAX_AMOUNT
}

/** Price of a product: constant per piece, in cents, unless there are tiers (most pieces first). */
export interface ListPrice {
  cents: number
  tiers: readonly PriceTier[]
}

/** Cents per piece. */
export const centsAPiece = (amount: number, { cents, tiers }: ListPrice): number =>
  tiers.find(({ from }) => amount >= from)?.cents ?? cents

/** The maximum of the payment slider, in cents: 100.00, or twice the price from 100.00 on. */
export const maxPayment = (price: number): number => (price < 10_000 ? 10_000 : 2 * price)

/** The amount above the price; a payment below the price counts as the price. */
export const donationOf = (payment: number, price: number): number => Math.max(0, payment - price)

/** Happiness of the smiley for a donation in cents, 0 to 4. */
export function smileyLevel(donation: number): 0 | 1 | 2 | 3 | 4 {
  if (donation <= 1000) return 0
  if (donation < 2000) return 1
  if (donation < 3000) return 2
  return donation < 4000 ? 3 : 4
}

export const CURRENCIES = ['CHF', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Francs in Switzerland and Liechtenstein, euros elsewhere; the number is the same in both. */
export const currencyOf = (country: string): Currency =>
  country === 'CH' || country === 'LI' ? 'CHF' : 'EUR'

/** Cents to the API's money: a number with at most two decimals. */
export const toMoney = (cents: number): number => cents / 100

/** Converts a number with at most two decimals to cents; null if it has more or is not finite. */
export function toCents(money: number): number | null {
  const cents = Math.round(money * 100)
  return Number.isSafeInteger(cents) && cents / 100 === money ? cents : null
}
