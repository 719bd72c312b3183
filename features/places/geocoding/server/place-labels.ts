import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import exonymList from './exonyms.json' with { type: 'json' }
import type { IndexedPlace } from './place-index.ts'

/** Names in the order of {@link LANGUAGES} for places that are called differently there. */
const EXONYMS: Record<string, string[]> = exonymList

/** What countries are called, by the language of the reader. */
export const countryNames: ReadonlyMap<Language, Intl.DisplayNames> = new Map(
  LANGUAGES.map((lang) => [lang, new Intl.DisplayNames([lang], { type: 'region' })]),
)

export function localName(place: IndexedPlace, lang: Language): string {
  const name = EXONYMS[place.id]?.[LANGUAGES.indexOf(lang)] ?? place.name
  const quarter = /^(.+?)\s*\(Kreis \d+\)\s*\/\s*(.+)$/.exec(name)
  return quarter ? `${quarter[2]}, ${quarter[1]}` : name
}

/** Its name with what tells it from others of that name: the canton, or the country. */
export function labelOf(place: IndexedPlace, lang: Language): string {
  const region =
    place.country === 'CH' ? place.admin1 : (countryNames.get(lang)?.of(place.country) ?? '')
  return region ? `${localName(place, lang)}, ${region}` : localName(place, lang)
}
