/**
 * What an order costs: pure rules for the server, which decides, and for the forms, which show the
 * price while one chooses. Money is in cents, so that nothing is ever rounded twice.
 */

export const PRODUCT_ID = { stickerPack: 1, membership: 3, reseller: 4 } as const
export type ProductId = (typeof PRODUCT_ID)[keyof typeof PRODUCT_ID]

/** Sheets of stickers that one order of the pack can hold. */
export const STICKER_PACK_AMOUNTS = [1, 2, 3, 4, 5] as const

/** What a year of membership costs; as `amount` of an order it is pieces of 1.00. */
export const MEMBERSHIP_TIERS = [
  { name: 'light', amount: 20 },
  { name: 'normal', amount: 40 },
  { name: 'super', amount: 80 },
  { name: 'mega', amount: 150 },
] as const
export type MembershipTierName = (typeof MEMBERSHIP_TIERS)[number]['name']

/** What a piece costs from that many pieces on, in cents. */
export interface PriceTier {
  from: number
  cents: number
}

/** For resellers, the most pieces first; the prices are what a community begins with. */
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

/** The amount a form begins with. */
export const DEFAULT_AMOUNT: Record<ProductId, number> = {
  [PRODUCT_ID.stickerPack]: 1,
  [PRODUCT_ID.membership]: 40,
  [PRODUCT_ID.reseller]: 20,
}

/** Whether that many pieces of a product can be ordered. */
export function isAmount(product: ProductId, amount: number): boolean {
  if (product === PRODUCT_ID.stickerPack) return STICKER_PACK_AMOUNTS.some((n) => n === amount)
  if (product === PRODUCT_ID.membership) return MEMBERSHIP_TIERS.some((t) => t.amount === amount)
  return Number.isInteger(amount) && amount >= 1 && amount <= RESELLER_MAX_AMOUNT
}

/** What a product costs: each piece the same, in cents, unless there are tiers, the most pieces first. */
export interface ListPrice {
  cents: number
  tiers: readonly PriceTier[]
}

/** Cents a piece. */
export const centsAPiece = (amount: number, { cents, tiers }: ListPrice): number =>
  tiers.find(({ from }) => amount >= from)?.cents ?? cents

/** The slider of the payment amount ends here, in cents: 100.00, or twice a price from 100.00 on. */
export const maxPayment = (price: number): number => (price < 10_000 ? 10_000 : 2 * price)

/** What is given on top of the price; paying less than the price is paying the price. */
export const donationOf = (payment: number, price: number): number => Math.max(0, payment - price)

/** How happy the smiley is about a donation in cents, 0 to 4. */
export function smileyLevel(donation: number): 0 | 1 | 2 | 3 | 4 {
  if (donation <= 1000) return 0
  if (donation < 2000) return 1
  if (donation < 3000) return 2
  return donation < 4000 ? 3 : 4
}

export const CURRENCIES = ['CHF', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Francs where they are money, euros elsewhere; the number is the same in both. */
export const currencyOf = (country: string): Currency =>
  country === 'CH' || country === 'LI' ? 'CHF' : 'EUR'

/** Cents as the API writes money: a number with at most two decimals. */
export const toMoney = (cents: number): number => cents / 100

/** A number with at most two decimals as cents; null if it has more, or is none. */
export function toCents(money: number): number | null {
  const cents = Math.round(money * 100)
  return Number.isSafeInteger(cents) && cents / 100 === money ? cents : null
}
