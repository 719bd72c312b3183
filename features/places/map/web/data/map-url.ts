import { DEEPEST_PAGE, type FreeDays } from '#features/places/letterboxes/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  INITIAL_MAP_STATE,
  isAdding,
  MAX_STICKERS,
  type MapState,
  type MapView,
} from './map-state.ts'

/** Zoom for links that name a place without a zoom. */
const PLACE_ZOOM = 19
const MAX_ZOOM = 20
/** About a tenth of a metre. */
const DECIMALS = 6
/** About a metre, which is precise enough for the map's centre. */
const NEAR_DECIMALS = 5
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readNumber(text: string | null, min: number, max: number): number | null {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

function readView(query: URLSearchParams): MapView | null {
  const latitude = readNumber(query.get('lat'), -90, 90)
  const longitude = readNumber(query.get('lng'), -180, 180)
  if (latitude === null || longitude === null) return null
  const zoom = readNumber(query.get('z'), 0, MAX_ZOOM)
  return { latitude, longitude, zoom: Math.round(zoom ?? PLACE_ZOOM) }
}

function readHouse(text: string | null) {
  const [latitude, longitude] = (text ?? '').split(',')
  const position = {
    latitude: readNumber(latitude ?? null, -90, 90),
    longitude: readNumber(longitude ?? null, -180, 180),
  }
  return position.latitude === null || position.longitude === null
    ? null
    : { latitude: position.latitude, longitude: position.longitude }
}

function readNear(text: string | null): MapView | null {
  const [latitude = null, longitude = null, z = null] = (text ?? '').split(',')
  const near = {
    latitude: readNumber(latitude, -90, 90),
    longitude: readNumber(longitude, -180, 180),
    zoom: readNumber(z, 0, MAX_ZOOM),
  }
  if (near.latitude === null || near.longitude === null || near.zoom === null) return null
  return { latitude: near.latitude, longitude: near.longitude, zoom: Math.round(near.zoom) }
}

function readStickers(text: string | null): number[] {
  const ids = (text ?? '').split(',').map((id) => Math.round(readNumber(id, 1, 32767) ?? 0))
  return [...new Set(ids)].filter((id) => id > 0).slice(0, MAX_STICKERS)
}

const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

function readDays(query: URLSearchParams): FreeDays | null {
  const from = query.get('from')
  const until = query.get('until')
  if (!isDay(from)) return null
  const days = { from, until: isDay(until) && until >= from ? until : from }
  return query.get('taken') === 'true' ? { ...days, withTaken: true } : days
}

/**
 * Reads the state of the map screen from a URL. `/` opens the filter, `/map` only the map; a letterbox is in the path
 * or in `id` or `letterbox_id`. Ignores malformed values.
 */
export function readMapUrl(pathname: string, search: string): MapState {
  const query = new URLSearchParams(search)
  const inPath = /^\/map\/letterbox\/([^/]+)\/?$/i.exec(pathname)?.[1]
  const id = inPath ?? query.get('id') ?? query.get('letterbox_id')
  const stickerIds = readStickers(query.get('sticker'))
  const house = readHouse(query.get('house'))
  const state: MapState = {
    ...INITIAL_MAP_STATE,
    stickerIds,
    match: stickerIds.length > 1 && query.get('match') === 'all' ? 'all' : 'any',
    messagingOnly: query.get('messaging') === 'true',
    free: readDays(query),
    preferAnswers: query.get('prefer') === 'answers',
    near: readNear(query.get('near')),
    page: Math.round(readNumber(query.get('page'), 1, DEEPEST_PAGE) ?? 1),
    view: readView(query),
  }
  // Keeps a malformed id, so that the overlay says that there is no such letterbox.
  if (id) return { ...state, panel: 'LetterboxOverlay', letterboxId: id, house }
  const panel = query.get('panel')
  if (stickerIds.length > 0 && panel === 'filter') return { ...state, panel: 'FilterLetterboxes' }
  if (stickerIds.length > 0 || house || panel === 'nearby') {
    return { ...state, panel: 'NearbyLetterboxes', house }
  }
  if (pathname === '/') return { ...state, panel: 'FilterLetterboxes' }
  return { ...state, panel: state.free ? 'NearbyLetterboxes' : 'None' }
}

export function isLetterboxId(id: string): boolean {
  return UUID.test(id)
}

const round = (value: number, decimals = DECIMALS) => String(Number(value.toFixed(decimals)))

/** The URL of a state. Reading it gives the same state, except for the way back to an earlier view. */
export function writeMapUrl(state: MapState): string {
  const query = new URLSearchParams()
  if (state.stickerIds.length > 0) query.set('sticker', state.stickerIds.join())
  if (state.match === 'all') query.set('match', 'all')
  if (state.free) {
    query.set('from', state.free.from)
    query.set('until', state.free.until)
    if (state.free.withTaken) query.set('taken', 'true')
  }
  if (state.messagingOnly) query.set('messaging', 'true')
  if (state.preferAnswers) query.set('prefer', 'answers')
  if (state.house) {
    query.set('house', `${round(state.house.latitude)},${round(state.house.longitude)}`)
  }
  if (state.panel === 'NearbyLetterboxes' && state.stickerIds.length === 0 && !state.house) {
    query.set('panel', 'nearby')
  }
  if (isAdding(state)) query.set('panel', 'filter')
  if (state.near) {
    const { latitude, longitude, zoom } = state.near
    const spot = [round(latitude, NEAR_DECIMALS), round(longitude, NEAR_DECIMALS), zoom]
    query.set('near', spot.join())
  }
  if (state.page > 1) query.set('page', String(state.page))
  if (state.view) {
    query.set('lat', round(state.view.latitude))
    query.set('lng', round(state.view.longitude))
    query.set('z', String(state.view.zoom))
  }
  const text = query.toString().replaceAll('%2C', ',')
  return `${pathOf(state)}${text ? `?${text}` : ''}`
}

function pathOf({ panel, letterboxId }: MapState): string {
  if (panel === 'LetterboxOverlay' && letterboxId) {
    return paths.letterbox(letterboxId)
  }
  return panel === 'FilterLetterboxes' ? paths.home() : paths.map()
}
