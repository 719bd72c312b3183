import { PRESET_COLOURS } from '@letterlend/contract/brand-colours.ts'
import { PRESET_LIMITS } from '@letterlend/contract/limits.ts'
import { PRESET_PRICES } from '@letterlend/contract/product-prices.ts'
import type { SettingValues } from '@letterlend/contract/settings.ts'
import type { Config } from '../config.ts'

/** What holds where a community has set nothing: the environment, and what the product comes with. */
export const presetSettings = ({ brandName }: Pick<Config, 'brandName'>): SettingValues => ({
  banner: { de: '', en: '', fr: '' },
  links: [],
  brand: { name: brandName, ...PRESET_COLOURS, logo: null },
  prices: PRESET_PRICES,
  limits: PRESET_LIMITS,
})
