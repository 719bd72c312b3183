import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { boxAround } from '#platform/shared/geography.ts'
import { chooseLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { type JsonFeed, letterboxNewsApi, type NewsQuery } from '../contract.ts'
import { NEWS_FORMATS, type NewsFormat, newsFeedPath, zoomShowing } from '../news-feed.ts'
import { atomOf, jsonFeedOf } from './feeds.ts'
import { findNews } from './news.queries.ts'

/** How far back a feed goes; programs that read it less often miss something. */
const NEWS_MS = 30 * DAY_MS
/** Proxies and programs may show a letterbox for this long after it was hidden. */
const CACHE_CONTROL = 'public, max-age=300'

/** What is new on the map around a place, without an account. */
export function addLetterboxNewsRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, settings } = deps

  async function read(query: NewsQuery, format: NewsFormat): Promise<JsonFeed> {
    const { lat, lng, km, lang: asked = null } = query
    const lang = chooseLanguage({ query: asked, user: null, device: null, browser: [] })
    const place = { latitude: lat, longitude: lng }
    const metres = km * 1000
    const news = await findNews(
      database.orm,
      { place, metres, box: boxAround(place, metres), lang },
      new Date(clock().getTime() - NEWS_MS),
    )
    return jsonFeedOf(news, {
      lang,
      brand: settings.current().brand.name,
      publicUrl: config.publicUrl,
      timeZone: config.timeZone,
      url: config.publicUrl + newsFeedPath(format, { ...place, km }, lang),
      mapUrl: config.publicUrl + paths.map({ lat, lng, z: zoomShowing(metres) }),
    })
  }

  registerEndpoints(
    app,
    deps,
    'letterboxes',
    letterboxNewsApi,
    {
      async newsAtom({ query, reply }) {
        const feed = await read(query, 'atom')
        reply.header('cache-control', CACHE_CONTROL)
        return reply.type(`${NEWS_FORMATS.atom}; charset=utf-8`).send(atomOf(feed, clock()))
      },
      newsJson({ query, reply }) {
        reply.header('cache-control', CACHE_CONTROL).type(`${NEWS_FORMATS.json}; charset=utf-8`)
        return read(query, 'json')
      },
    },
    { newsAtom: 'feeds', newsJson: 'feeds' },
  )
}
