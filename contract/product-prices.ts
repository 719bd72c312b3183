import { z } from 'zod'
import { INVALID_SETTING } from './setting-errors.ts'

/** Cents of one piece; the number is the same in francs and euros. Resellers pay by tiers. */
export const productPricesSchema = z.object({
  sticker_pack: z.int(),
  /** A year of membership costs as many of these as its tier has pieces. */
  membership: z.int(),
})
export type ProductPrices = z.infer<typeof productPricesSchema>

export const PRESET_PRICES: ProductPrices = { sticker_pack: 700, membership: 100 }

/** The least and the most, in cents: no payment provider takes less than half a franc. */
export const PRICE_BOUNDS: Record<keyof ProductPrices, { min: number; max: number }> = {
  sticker_pack: { min: 50, max: 10_000 },
  membership: { min: 5, max: 1_000 },
}

const priceSchema = ({ min, max }: { min: number; max: number }) =>
  z.int(INVALID_SETTING.price).min(min, INVALID_SETTING.price).max(max, INVALID_SETTING.price)

export const productPricesUpdateSchema = z.object({
  sticker_pack: priceSchema(PRICE_BOUNDS.sticker_pack),
  membership: priceSchema(PRICE_BOUNDS.membership),
})
