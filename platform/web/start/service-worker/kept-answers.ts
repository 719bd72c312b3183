import { DAY_SECONDS } from '#platform/shared/durations.ts'
import { isPayingScreen } from '#platform/shared/paths.ts'
import { KEPT_ANSWER, KEPT_PAGE, MAP_CACHE, STREETS_CACHE } from '../../data/map-age.ts'

/**
 * The public map's responses that are cached for offline use. Everything else goes to the network, as if there were no
 * service worker.
 */
export interface Keeping {
  cache: string
  matches: (path: string) => boolean
  /** Maximum number of entries; the oldest are removed. */
  entries: number
}

const API = '/api/v1/'

export const KEPT: readonly Keeping[] = [
  {
    cache: MAP_CACHE,
    matches: (path) => /^\/api\/v1\/letterboxes\/(tiles\/\d+\/\d+\/\d+|stickerCounts)$/.test(path),
    entries: 400,
  },
  {
    cache: 'letterlend-settings',
    matches: (path) => path === `${API}config` || path === `${API}items`,
    entries: 10,
  },
]

const STICKER = /^\/img\/stickers\/[\w-]+\.(svg|png)$/
/** Fonts that most users never need; the others are stored with the app's files. */
const OTHER_FONT =
  /^\/assets\/[\w-]+-((\w+-ext|cyrillic|vietnamese)-\w+|latin-800)-normal-[\w-]+\.woff2$/

const STREET_TILE = /^\/basemap\/streets\/\d+\/\d+\/\d+\.mvt$/
/** A piece of the bundled map. Pieces that cover the whole world or a country are stored with the app's files. */
export const BASEMAP_PIECE = /^\/basemap\/[a-z]+-\d+-\d+\.json$/

/** Files that hardly ever change: the cached copy is used first and refreshed in the background. */
export const KEPT_FILES: readonly Keeping[] = [
  {
    cache: 'letterlend-files',
    matches: (path) => STICKER.test(path) || OTHER_FONT.test(path),
    entries: 600,
  },
  // Enough for a town at all zooms, with a few pieces of the bundled map for each view. A street tile has 30 kB and a
  // piece 2, so they take at most about 15 MB.
  {
    cache: STREETS_CACHE,
    matches: (path) => STREET_TILE.test(path) || BASEMAP_PIECE.test(path),
    entries: 500,
  },
]

/** After a month without a visit, the cached map is too old to be useful. */
export const KEPT_SECONDS = 30 * DAY_SECONDS

/** These responses are the same for everyone, so neither token nor cookie is sent. */
export function withoutIdentity(request: Request): Request {
  return new Request(request.url, {
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    // `only-if-cached` is only allowed for pages of the same origin.
    cache: request.cache === 'only-if-cached' ? 'default' : request.cache,
  })
}

export function mayBeKept(request: Request, answer: Response): boolean {
  return (
    answer.status === 200 &&
    !request.headers.has('authorization') &&
    !/no-store|private/.test(answer.headers.get('cache-control') ?? '')
  )
}

export function markKept(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set(KEPT_ANSWER, 'yes')
  return new Response(answer.body, { status: answer.status, headers })
}

/** Marks the cached start page, which tells the app that the server did not answer. */
export async function markKeptPage(page: Response): Promise<Response> {
  const text = await page.text()
  return new Response(text.replace('<html', `<html ${KEPT_PAGE}`), {
    status: page.status,
    headers: page.headers,
  })
}

/** Paths that do not belong to the web app: without network they fail as usual. */
const OTHER_PAGES =
  /^\/(api|dev|help|img|embed|assets|basemap|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i

/**
 * Screens that the cached page can show. Payment screens are excluded: their own headers decide which scripts may run,
 * and paying needs a network.
 */
export function isAppScreen(path: string): boolean {
  return !OTHER_PAGES.test(path) && !isPayingScreen(path)
}
