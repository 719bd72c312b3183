import {
  INITIAL_MAP_STATE,
  type MapState,
  readMapUrl,
  writeMapUrl,
} from '#features/places/map/web/data/door.ts'
import { asLanguage, type Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

/** What an embedded map shows, and how it looks. */
export interface Embedded
  extends Pick<MapState, 'stickerIds' | 'match' | 'messagingOnly' | 'view'> {
  /** Hides the filter from visitors. */
  locked: boolean
  /** Null: as the visitor's device is set. */
  scheme: 'light' | 'dark' | null
  /** Colour of the buttons as `#rrggbb`; null: the community's. */
  colour: string | null
  /** Null: the visitor's language. */
  language: Language | null
}

const BUTTON_COLOUR = /^[0-9a-f]{6}$/i

export function embeddedFrom(search: string): Embedded {
  const { stickerIds, match, messagingOnly, view } = readMapUrl(paths.map(), search)
  const query = new URLSearchParams(search)
  const [locked, scheme] = [query.get('locked'), query.get('scheme')]
  const colour = query.get('colour') ?? ''
  const language = query.get('lang')
  return {
    stickerIds,
    match,
    messagingOnly,
    view,
    locked: locked === '1' || locked === 'true',
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
    colour: BUTTON_COLOUR.test(colour) ? `#${colour.toLowerCase()}` : null,
    language: asLanguage(language),
  }
}

type Shown = Pick<Embedded, 'stickerIds' | 'match' | 'messagingOnly' | 'view'>

/** URL of the same view in the app itself. */
export function linkToApp({ stickerIds, match, messagingOnly, view }: Shown): string {
  const panel = stickerIds.length > 0 ? 'NearbyLetterboxes' : 'None'
  return writeMapUrl({ ...INITIAL_MAP_STATE, stickerIds, match, messagingOnly, view, panel })
}

/** The URL of an embedded map, without the origin. */
export function embedPath(embedded: Embedded): string {
  const { search } = new URL(linkToApp(embedded), 'http://letterlend')
  const query = new URLSearchParams(search)
  query.delete('panel')
  const { locked, scheme, colour, language } = embedded
  if (locked) query.set('locked', '1')
  if (scheme) query.set('scheme', scheme)
  if (colour) query.set('colour', colour.slice(1))
  if (language) query.set('lang', language)
  const text = query.toString().replaceAll('%2C', ',')
  return `${paths.embed()}${text ? `?${text}` : ''}`
}
