import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { newAddressOf } from '#features/community/moving/server/door.ts'
import { findMergedInto, readSticker } from '#features/places/items/server/door.ts'
import { mapStartOf } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { routeLimit } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  chooseLanguage,
  FOREIGN_LANGUAGE,
  LANGUAGE_COOKIE,
  type Language,
} from '#platform/shared/languages.ts'
import { isMapScreen, paths, shapeOf } from '#platform/shared/paths.ts'
import { screenOf } from '#platform/shared/screens.ts'
import { feedsOf, viewOf } from './page-feeds.ts'
import { createPageTemplate, type Page } from './page-template.ts'
import { pageTitle } from './page-titles.ts'
import { PreviewImages } from './preview-image.ts'
import { findPreview } from './previews.ts'
import { scanOf, scanPage } from './scan-page.ts'

/** `/.git/config`, `/.well-known/openid-configuration`: probed by machines, never a screen. */
const HIDDEN_FOLDER = /\/(?:\.|%2e)/i

/** True for a screen of the web app: anything that is neither a file nor an API call. */
function isScreen(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    !/\.[a-z0-9]+$/i.test(path) &&
    !HIDDEN_FOLDER.test(path)
  )
}

const LETTERBOX_PATH = /^\/map\/letterbox\/([^/]+)\/?$/i
const CODE_PATH = /^\/l\/([^/]+)\/?$/i

/** What is typed or scanned may be encoded. Text that cannot be decoded is no code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Ids of items are small integers. */
const LARGEST_ID = 32_767

const isEmbed = (path: string) => path.toLowerCase() === paths.embed()

const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

/** Language in the cookie; null if there is none. */
function chosenLanguage({ headers }: FastifyRequest): string | null {
  const cookies = headers.cookie?.split(';').map((each) => each.trim()) ?? []
  const start = `${LANGUAGE_COOKIE}=`
  return cookies.find((each) => each.startsWith(start))?.slice(start.length) ?? null
}

/** Sets the Vary and cache headers of a response that depends on {@link languageOf}. */
export const varyByLanguage = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie')

/** Language from the address, the cookie or the browser. The app may know a better one from the account. */
export function languageOf(request: FastifyRequest): Language {
  const { lang } = Object(request.query) as { lang?: unknown }
  return chooseLanguage({
    query: typeof lang === 'string' ? lang : null,
    user: null,
    device: chosenLanguage(request),
    browser: new Negotiator(request).languages(),
  })
}

const STICKERS = /^\d{1,5}(,\d{1,5}){0,19}$/

/** If the address filters by a sticker that was merged, the address with its replacement; else null. */
async function mergedStickersOf(db: Db, request: FastifyRequest): Promise<string | null> {
  const { sticker } = Object(request.query) as { sticker?: unknown }
  if (typeof sticker !== 'string' || !STICKERS.test(sticker)) return null
  const stickerIds = sticker.split(',').map(Number)
  if (stickerIds.some((id) => id > LARGEST_ID)) return null
  const now = await findMergedInto(db, stickerIds)
  if (stickerIds.every((id) => now.includes(id))) return null
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('sticker', now.join())
  return url.pathname + url.search
}

/** The page names the built files, so an outdated copy must not be cached. */
function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  const etag = `"${hash('sha256', html, 'base64url').slice(0, 22)}"`
  varyByLanguage(reply).header('etag', etag)
  if (fresh(request.headers, { etag })) return reply.status(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}

/** Serves every screen of the web app as one page, with the parts that are visible before the app runs. */
export function addPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, webFolder } = deps
  const file = join(webFolder, 'index.html')
  const { publicUrl } = config
  const mapStart = mapStartOf(deps)
  const render = existsSync(file) ? createPageTemplate(readFileSync(file, 'utf8')) : null

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!render || !isScreen(request)) throw new AppError('not_found')
    const path = pathOf(request)
    const now = await newAddressOf(database.orm, request.url)
    if (now) return reply.header('cache-control', 'no-store').redirect(now, 301)
    const moved = await mergedStickersOf(database.orm, request)
    if (moved) return reply.header('cache-control', 'no-store').redirect(moved)
    const lang = languageOf(request)
    const code = CODE_PATH.exec(path)?.[1]
    const scan = code === undefined ? null : await scanOf(deps, decoded(code), request.ip)
    if (scan?.state === 'letterbox') {
      const address = paths.letterbox(scan.letterbox_id) + searchOf(request)
      return reply.header('cache-control', 'no-store').redirect(address)
    }
    const scanned = scan && scanPage(scan.state, lang)
    const id = LETTERBOX_PATH.exec(path)?.[1]
    const preview = id ? await findPreview(database.orm, id, lang).catch(() => null) : null
    const { banner, brand } = deps.settings.current()
    const screen = screenOf(path)
    const title = scanned?.note.title ?? preview?.title ?? pageTitle(lang, screen, brand.name)
    const page: Page = {
      lang,
      title: title === null ? brand.name : `${title} · ${brand.name}`,
      description: preview?.description ?? null,
      url: publicUrl + (preview ? path : '/'),
      image: `${publicUrl}/img/previews/${preview ? `${id}.png` : 'map.png'}`,
      shell: shapeOf(path),
      banner,
      brand,
      openAt: isEmbed(path) ? `${publicUrl}${paths.map()}${searchOf(request)}` : null,
      feeds: isMapScreen(path)
        ? feedsOf(viewOf(request.query, preview, mapStart), lang, brand.name)
        : [],
      note: scanned?.note ?? null,
      nonce: request.nonce,
    }
    // Without a session the back office returns 404, too. With one, the page checks the role itself.
    const status = scanned?.status ?? (screen ? 200 : 404)
    return sendPage(request, reply.status(status), render(page))
  }
  app.setNotFoundHandler(answer)
  if (!render) return
  app.get('/', { schema: { hide: true } }, answer)
  // The only page that other sites may embed. It has no login.
  app.get(paths.embed(), { schema: { hide: true }, config: { frameable: true } }, answer)
}

const previewParams = z.object({ name: z.string().regex(/^[\w-]{3,40}\.png$/) })

/** Images for link previews: the stickers of a letterbox, or the product's image. */
export function addPreviewRoutes(app: FastifyInstance, deps: Deps): void {
  const images = new PreviewImages((path) => readSticker(deps.database.orm, path))
  app.get<{ Params: z.output<typeof previewParams> }>(
    '/img/previews/:name',
    {
      schema: { hide: true, params: previewParams },
      config: { rateLimit: routeLimit(deps.config, 'single_letterboxes') },
    },
    async (request, reply) => {
      const id = request.params.name.replace('.png', '')
      const preview = await findPreview(deps.database.orm, id, FOREIGN_LANGUAGE)
      // A hidden letterbox has the same image as one that does not exist.
      const image = await images.get(preview?.imagePaths ?? [])
      const etag = `"${hash('sha256', image, 'base64url').slice(0, 22)}"`
      reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
      if (fresh(request.headers, { etag })) return reply.status(304).send()
      return reply.type('image/png').send(image)
    },
  )
}
