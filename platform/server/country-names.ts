import { COUNTRIES } from '#platform/shared/countries.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'

/** Languages in which country names are recognised. */
const NAMED_IN = ['de', 'en', 'fr', 'it'] as const

/** Further names of countries in the region: official names, vehicle codes and postal prefixes. */
const MORE_NAMES: Record<string, string> = {
  CH: 'che, sui, schweizerische eidgenossenschaft, confederation suisse, confederazione svizzera, swiss confederation, svizra',
  LI: 'fl, lie, fuerstentum liechtenstein, fürstentum liechtenstein, principality of liechtenstein, principaute de liechtenstein, principato del liechtenstein',
  AT: 'a, aut, oe, oesterreich, republik österreich, republic of austria, vorarlberg',
  DE: 'd, deu, ger, brd, bundesrepublik deutschland, federal republic of germany, republique federale d allemagne',
  FR: 'f, fra, republique francaise, french republic, france metropolitaine',
  IT: 'i, ita, repubblica italiana, italian republic',
}

const CODES = new Map(
  NAMED_IN.flatMap((lang) => {
    const names = new Intl.DisplayNames([lang], { type: 'region' })
    return COUNTRIES.map((code) => [foldName(names.of(code) ?? code), code] as const)
  }),
)
for (const [code, names] of Object.entries(MORE_NAMES)) {
  for (const name of names.split(', ')) CODES.set(foldName(name), code)
}

/** The ISO code of a country given by its code, in any case, or by its name in one of the languages. */
export function readCountry(text: string): string | undefined {
  const code = text.toUpperCase()
  return COUNTRIES.includes(code) ? code : CODES.get(foldName(text))
}
