import { XMLBuilder } from 'fast-xml-parser'
import { dayIn } from '#platform/server/community-day.ts'
import { texts } from '#platform/server/texts.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import type { JsonFeed } from '../contract.ts'
import type { News } from './news.queries.ts'

const MOST_ENTRIES = 50

interface FeedAround {
  lang: Language
  brand: string
  publicUrl: string
  timeZone: string
  /** URL of the feed itself. */
  url: string
  /** The map around the feed's place. */
  mapUrl: string
}

/** What came with one letterbox on one day, newest day first. */
function byLetterboxAndDay(news: readonly News[], timeZone: string) {
  const groups = new Map<string, News[]>()
  for (const each of news) {
    const id = `${each.letterbox_id}-${dayIn(timeZone, each.seen_at)}`
    groups.set(id, [...(groups.get(id) ?? []), each])
  }
  return [...groups].slice(0, MOST_ENTRIES)
}

export const feedTitle = (lang: Language, brand: string): string =>
  texts('news', lang)('server.title', { brand })

/** The feed as JSON Feed 1.1; the other format says the same. */
export function jsonFeedOf(news: readonly News[], around: FeedAround): JsonFeed {
  const { lang, brand, publicUrl, timeZone } = around
  const t = texts('news', lang)
  const list = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' })
  const items = byLetterboxAndDay(news, timeZone).flatMap(([id, [newest, ...others]]) => {
    if (!newest) return []
    const { letterbox_id, city, on_map_at, seen_at } = newest
    const isNew = dayIn(timeZone, on_map_at) === dayIn(timeZone, seen_at)
    const names = [newest, ...others].flatMap(({ item }) => item ?? [])
    return {
      id: `urn:letterbox:${id}`,
      url: publicUrl + paths.letterbox(letterbox_id),
      title: t(isNew ? 'server.letterbox' : 'server.stickers', { city }),
      content_text: names.length > 0 ? list.format(names) : t('server.noStickers'),
      date_published: seen_at.toISOString(),
    }
  })
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(lang, brand),
    language: lang,
    home_page_url: around.mapUrl,
    feed_url: around.url,
    items,
  }
}

const xml = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** RFC 4287. */
export function atomOf(feed: JsonFeed, now: Date): string {
  return xml.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      '@_xml:lang': feed.language,
      id: feed.feed_url,
      title: feed.title,
      updated: feed.items[0]?.date_published ?? now.toISOString(),
      author: { name: feed.title },
      link: [
        { '@_rel': 'self', '@_href': feed.feed_url },
        { '@_rel': 'alternate', '@_href': feed.home_page_url },
      ],
      entry: feed.items.map(({ id, url, title, content_text, date_published }) => ({
        id,
        title,
        updated: date_published,
        link: { '@_rel': 'alternate', '@_href': url },
        content: { '@_type': 'text', '#text': content_text },
      })),
    },
  })
}
