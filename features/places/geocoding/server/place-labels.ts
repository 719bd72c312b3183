import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import exonymList from './exonyms.json' with { type: 'json' }
import type { IndexedPlace } from './place-index.ts'

/** Names in the order of {@link LANGUAGES}, for places whose name depends on the language. */
const EXONYMS: Record<string, string[]> = exonymList

/** Country names by the reader's language. */
export const countryNames: ReadonlyMap<Language, Intl.DisplayNames> = new Map(
  LANGUAGES.map((lang) => [lang, new Intl.DisplayNames([lang], { type: 'region' })]),
)

export function localName(place: IndexedPlace, lang: Language): string {
  const name = EXONYMS[place.id]?.[LANGUAGES.indexOf(lang)] ?? place.name
  const quarter = /^(.+?)\s*\(Kreis \d+\)\s*\/\s*(.+)$/.exec(name)
  return quarter ? `${quarter[2]}, ${quarter[1]}` : name
}

/** Name with the canton or country that distinguishes it from places with the same name. */
export function labelOf(place: IndexedPlace, lang: Language): string {
  const region =
    place.country === 'CH' ? place.admin1 : (countryNames.get(lang)?.of(place.country) ?? '')
  return region ? `${localName(place, lang)}, ${region}` : localName(place, lang)
}
