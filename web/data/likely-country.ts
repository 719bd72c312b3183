import { FIRST_COUNTRIES } from '@letterlend/contract/countries.ts'

/** The country of the browser's region if it is one of the five offered first. */
export function likelyCountry(browserLanguages: readonly string[]): string {
  for (const language of browserLanguages) {
    const region = language.split('-')[1]?.toUpperCase()
    const country = FIRST_COUNTRIES.find((code) => code === region)
    if (country) return country
  }
  return 'CH'
}
