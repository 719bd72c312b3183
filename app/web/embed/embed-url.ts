import {
  INITIAL_MAP_STATE,
  type MapState,
  readMapUrl,
  writeMapUrl,
} from '#features/places/map/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'

/** The settings in the URL of an embedded map; `locked` hides the filter from visitors. */
interface Embedded extends Pick<MapState, 'stickerIds' | 'match' | 'messagingOnly' | 'view'> {
  locked: boolean
}

export function embeddedFrom(search: string): Embedded {
  const { stickerIds, match, messagingOnly, view } = readMapUrl(paths.map(), search)
  const locked = new URLSearchParams(search).get('locked')
  return { stickerIds, match, messagingOnly, view, locked: locked === '1' || locked === 'true' }
}

type Shown = Pick<MapState, 'stickerIds' | 'match' | 'messagingOnly' | 'view'>

/** URL of the same view in the app itself. */
export function linkToApp(shown: Shown): string {
  const panel = shown.stickerIds.length > 0 ? 'NearbyLetterboxes' : 'None'
  return writeMapUrl({ ...INITIAL_MAP_STATE, ...shown, panel })
}

/** The URL of an embedded map, without the origin. */
export function embedPath(shown: Shown, locked: boolean): string {
  const { search } = new URL(linkToApp(shown), 'http://letterlend')
  const query = new URLSearchParams(search)
  query.delete('panel')
  if (locked) query.set('locked', '1')
  const text = query.toString().replaceAll('%2C', ',')
  return `${paths.embed()}${text ? `?${text}` : ''}`
}
