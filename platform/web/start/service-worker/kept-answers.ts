import { DAY_SECONDS } from '#platform/shared/durations.ts'
import { isPayingScreen } from '#platform/shared/paths.ts'
import { KEPT_ANSWER, KEPT_PAGE, MAP_CACHE, STREETS_CACHE } from '../../data/map-age.ts'

/**
 * Which answers about the public map are stored for times without network. Nothing else is ever stored: an
 * address that is not listed here goes to the network as if there were no service worker.
 */
export interface Keeping {
  cache: string
  matches: (path: string) => boolean
  /** The newest so many; the oldest give way. */
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
/** Fonts that most people never need; the others are stored with the app's files. */
const OTHER_FONT =
  /^\/assets\/[\w-]+-((\w+-ext|cyrillic|vietnamese)-\w+|latin-800)-normal-[\w-]+\.woff2$/

const STREET_TILE = /^\/basemap\/streets\/\d+\/\d+\/\d+\.mvt$/
/** A piece of the bundled map; what covers the world or a country in one piece is stored with the app's files. */
export const BASEMAP_PIECE = /^\/basemap\/[a-z]+-\d+-\d+\.json$/

/** Files that change so rarely that the stored copy is shown first, and renewed in the background. */
export const KEPT_FILES: readonly Keeping[] = [
  {
    cache: 'letterlend-files',
    matches: (path) => STICKER.test(path) || OTHER_FONT.test(path),
    entries: 600,
  },
  // Enough for a town at all zooms, and a few pieces of the bundled map for each of its views. A tile of streets is
  // 30 kB and a piece 2, so they are at most some 15 MB.
  {
    cache: STREETS_CACHE,
    matches: (path) => STREET_TILE.test(path) || BASEMAP_PIECE.test(path),
    entries: 500,
  },
]

/** After a month without a visit, nobody would call it the map they saw last. */
export const KEPT_SECONDS = 30 * DAY_SECONDS

/** These calls give everyone the same answer, so neither token nor cookie is sent. */
export function withoutIdentity(request: Request): Request {
  return new Request(request.url, {
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    // `only-if-cached` is refused for anything but pages of the same origin.
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

/** The page that starts the app, with a mark which says that the server did not answer. */
export async function markKeptPage(page: Response): Promise<Response> {
  const text = await page.text()
  return new Response(text.replace('<html', `<html ${KEPT_PAGE}`), {
    status: page.status,
    headers: page.headers,
  })
}

/** Paths whose pages do not belong to the web app: without network they fail like any other page. */
const OTHER_PAGES =
  /^\/(api|dev|help|img|embed|assets|basemap|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i

/**
 * Screens that the stored page can show. Screens for paying are not among them: the headers of their own
 * page say which scripts may run there, and nobody can pay without network.
 */
export function isAppScreen(path: string): boolean {
  return !OTHER_PAGES.test(path) && !isPayingScreen(path)
}
