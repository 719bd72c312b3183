import type { PublicConfig } from '#platform/shared/config.ts'
import { FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import { CONFIG_KEY } from './config.ts'
import { queryClient } from './query-client.ts'

/** ISO code of the community's country; null until the settings have arrived. */
export const communityCountry = (): string | null =>
  queryClient.getQueryData<PublicConfig>(CONFIG_KEY)?.country ?? null

/**
 * The initial country of a form: the community's. Until it is known, the browser's region, if it is one of the likely
 * countries.
 */
export function likelyCountry(browserLanguages: readonly string[]): string {
  const community = communityCountry()
  if (community) return community
  for (const language of browserLanguages) {
    const region = language.split('-')[1]?.toUpperCase()
    const country = FIRST_COUNTRIES.find((code) => code === region)
    if (country) return country
  }
  return 'CH'
}
