import { z } from 'zod'
import { INVALID_SETTING } from '#platform/shared/settings/setting-errors.ts'
import { RESELLER_TIERS } from './pricing.ts'

const PRESET_RESELLER = RESELLER_TIERS.map(({ cents }) => cents)

/** Cents per piece; the number is the same in francs and euros. */
export const productPricesSchema = z.object({
  sticker_pack: z.int(),
  /** A year of membership costs this times the pieces of its tier. */
  membership: z.int(),
  /** One price for each of `RESELLER_TIERS`, in the same order; older versions stored none. */
  reseller: z.array(z.int()).default(PRESET_RESELLER),
})
export type ProductPrices = z.infer<typeof productPricesSchema>

export const PRESET_PRICES: ProductPrices = {
  sticker_pack: 700,
  membership: 100,
  reseller: PRESET_RESELLER,
}

/** Minimum and maximum, in cents: no payment provider accepts less than half a franc. */
export const PRICE_BOUNDS: Record<keyof ProductPrices, { min: number; max: number }> = {
  sticker_pack: { min: 50, max: 10_000 },
  membership: { min: 5, max: 1_000 },
  reseller: { min: 50, max: 10_000 },
}

const priceSchema = ({ min, max }: { min: number; max: number }) =>
  z.int(INVALID_SETTING.price).min(min, INVALID_SETTING.price).max(max, INVALID_SETTING.price)

export const productPricesUpdateSchema = z.object({
  sticker_pack: priceSchema(PRICE_BOUNDS.sticker_pack),
  membership: priceSchema(PRICE_BOUNDS.membership),
  reseller: z
    .array(priceSchema(PRICE_BOUNDS.reseller))
    .length(RESELLER_TIERS.length, INVALID_SETTING.price)
    .superRefine((cents, context) => {
      // Larger orders must not cost more per piece.
      for (const [i, more] of cents.entries()) {
        const fewer = cents[i + 1]
        if (fewer !== undefined && more > fewer) {
          context.addIssue({ code: 'custom', path: [i], message: INVALID_SETTING.tier })
        }
      }
    })
    .default(PRESET_RESELLER),
})
