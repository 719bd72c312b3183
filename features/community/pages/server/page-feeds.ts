import { z } from 'zod'
import {
  NEWS_FORMATS,
  type NewsFormat,
  newsAreaOf,
  newsFeedPath,
} from '#features/places/letterboxes/news/news-feed.ts'
import { feedTitle } from '#features/places/letterboxes/news/server/door.ts'
import type { MapStart } from '#platform/shared/config.ts'
import { latitudeSchema, longitudeSchema, queryNumberSchema } from '#platform/shared/geography.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { PageFeed } from './page-template.ts'

/** Streets, as for a link that names a place without a zoom. */
const PLACE_ZOOM = 15
const MOST_ZOOM = 20

/** The view of the map in the address of its screen. */
const viewSchema = z.object({
  lat: queryNumberSchema.pipe(latitudeSchema),
  lng: queryNumberSchema.pipe(longitudeSchema),
  z: queryNumberSchema.pipe(z.number().min(0).max(MOST_ZOOM)).catch(PLACE_ZOOM),
})

/** The view of the map that a screen shows: that of its address, else around the letterbox, else the community's. */
export function viewOf(
  query: unknown,
  letterbox: { latitude: number; longitude: number } | null,
  start: () => MapStart,
): MapStart {
  const { data } = viewSchema.safeParse(query)
  if (data) return { latitude: data.lat, longitude: data.lng, zoom: data.z }
  return letterbox ? { ...letterbox, zoom: PLACE_ZOOM } : start()
}

/** What is new in the area that a map screen shows, in each format. */
export function feedsOf(view: MapStart, lang: Language, brand: string): PageFeed[] {
  const area = newsAreaOf(view)
  const title = feedTitle(lang, brand)
  return (Object.keys(NEWS_FORMATS) as NewsFormat[]).map((format) => ({
    type: NEWS_FORMATS[format],
    title,
    path: newsFeedPath(format, area, lang),
  }))
}
