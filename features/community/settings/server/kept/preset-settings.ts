import { PRESET_PRICES } from '#features/shop/orders/products/product-prices.ts'
import type { Config } from '#platform/server/config.ts'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { PRESET_GATE } from '#platform/shared/settings/gate.ts'
import { PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import { PRESET_MAILS } from '#platform/shared/settings/mails.ts'
import { PRESET_OPERATOR } from '#platform/shared/settings/operator.ts'
import type { SettingValues } from '../../contract.admin.ts'

/** Defaults, from the environment and the product. */
export const presetSettings = ({ brandName }: Pick<Config, 'brandName'>): SettingValues => ({
  banner: { de: '', en: '', fr: '' },
  links: [],
  brand: { name: brandName, ...PRESET_COLOURS, logo: null },
  prices: PRESET_PRICES,
  limits: PRESET_LIMITS,
  operator: PRESET_OPERATOR,
  gate: PRESET_GATE,
  mails: PRESET_MAILS,
})
