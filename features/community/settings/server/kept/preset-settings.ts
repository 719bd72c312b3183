import { PRESET_PRICES } from '#features/shop/orders/products/product-prices.ts'
import type { Config } from '#platform/server/config.ts'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { PRESET_GATE } from '#platform/shared/settings/gate.ts'
import { type Limits, PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import { PRESET_MAILS } from '#platform/shared/settings/mails.ts'
import { PRESET_OPEN_DATA } from '#platform/shared/settings/open-data.ts'
import { PRESET_OPERATOR } from '#platform/shared/settings/operator.ts'
import type { SettingValues } from '../../contract.admin.ts'

/** All visitors of a public demo ask and write as the same few accounts. Limits by network stay. */
const LIMITS_OF_PUBLIC_DEMO: Limits = {
  ...PRESET_LIMITS,
  requests_a_day: 10_000,
  requests_unanswered: 10_000,
  messages_an_hour: 10_000,
}

/** Defaults, from the environment and the product. */
export const presetSettings = ({
  brandName,
  publicDemo,
}: Pick<Config, 'brandName' | 'publicDemo'>): SettingValues => ({
  banner: { de: '', en: '', fr: '' },
  links: [],
  brand: { name: brandName, ...PRESET_COLOURS, logo: null },
  prices: PRESET_PRICES,
  limits: publicDemo ? LIMITS_OF_PUBLIC_DEMO : PRESET_LIMITS,
  operator: PRESET_OPERATOR,
  gate: PRESET_GATE,
  mails: PRESET_MAILS,
  open_data: PRESET_OPEN_DATA,
})
