import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import {
  latitudeSchema,
  longitudeSchema,
  queryIntSchema,
  queryNumberSchema,
} from '#platform/shared/geography.ts'
import { NEWS_FORMATS, NEWS_RADIUS } from './news-feed.ts'

export const newsQuerySchema = z.object({
  lat: queryNumberSchema.pipe(latitudeSchema),
  lng: queryNumberSchema.pipe(longitudeSchema),
  km: queryIntSchema.pipe(z.int().min(1).max(NEWS_RADIUS.most)).default(NEWS_RADIUS.default),
  /** Language of the feed; an unknown one counts as English. */
  lang: z.string().max(10).optional(),
})
export type NewsQuery = z.output<typeof newsQuerySchema>

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
const jsonFeedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  language: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime(),
    }),
  ),
})
export type JsonFeed = z.infer<typeof jsonFeedSchema>

export const letterboxNewsApi = defineEndpoints({
  newsAtom: {
    method: 'GET',
    path: '/letterboxes/news.atom',
    openData: true,
    summary: 'Returns what is new on the map around a place within a month, as an Atom feed',
    access: 'public',
    query: newsQuerySchema,
    status: 200,
    answer: z.string(),
    media: NEWS_FORMATS.atom,
    errors: [],
  },
  newsJson: {
    method: 'GET',
    path: '/letterboxes/news.json',
    openData: true,
    summary: 'Returns what is new on the map around a place within a month, as a JSON Feed',
    access: 'public',
    query: newsQuerySchema,
    status: 200,
    answer: jsonFeedSchema,
    errors: [],
  },
})
