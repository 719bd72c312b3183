import { COUNTRIES } from '#platform/shared/countries.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { countryNames } from './place-labels.ts'

/** Country signs written after a town or before a postcode. */
const SIGNS: Readonly<Record<string, string>> = { FL: 'LI', A: 'AT', D: 'DE', F: 'FR', I: 'IT' }

let byName: ReadonlyMap<string, string> | undefined

/** Country codes by the folded names of countries in all supported languages. */
function codes(): ReadonlyMap<string, string> {
  byName ??= new Map(
    COUNTRIES.flatMap((code) =>
      [...countryNames.values()].map((named) => [foldName(named.of(code) ?? code), code] as const),
    ),
  )
  return byName
}

/** The code of the country with this name in one of the supported languages. */
export const countryCalled = (name: string): string | undefined => codes().get(foldName(name))

/** Country code of a sign in capitals: "FL", "D", "AT". */
export const countryOfSign = (sign: string): string | undefined =>
  SIGNS[sign] ?? COUNTRIES.find((code) => code === sign)
