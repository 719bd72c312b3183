import { useEffect } from 'react'
import { useBrandName } from '#platform/web/data/config.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { NEWS_FORMATS, type NewsFormat, newsAreaOf, newsFeedPath } from '../../news-feed.ts'

/**
 * The links by which browsers and feed readers find the feeds of the area that the map shows. The server wrote those of
 * the place where the page began.
 * @param view null until the map is ready
 */
export function useFeedLinks(view: Parameters<typeof newsAreaOf>[0] | null): void {
  const language = currentLanguage()
  const brand = useBrandName()
  const area = view && newsAreaOf(view)
  useEffect(() => {
    if (!area) return
    for (const format of Object.keys(NEWS_FORMATS) as NewsFormat[]) {
      feedLink(NEWS_FORMATS[format], brand).href = newsFeedPath(format, area, language)
    }
  })
}

function feedLink(type: string, title: string): HTMLLinkElement {
  const selector = `link[rel="alternate"][type="${type}"]`
  const present = document.head.querySelector<HTMLLinkElement>(selector)
  if (present) return present
  const link = Object.assign(document.createElement('link'), { rel: 'alternate', type, title })
  document.head.append(link)
  return link
}
