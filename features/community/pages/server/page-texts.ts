import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

interface PageTexts {
  /** One sentence of description: for search engines, and while the app loads. */
  description: string
  /** For browsers without scripts. */
  noScript: string
  /** Text before the map's URL, for frames in which the app cannot run. */
  embedUnable: string
  /** Title from the names of the first items, the number of further ones, and the town. */
  letterboxTitle: (items: string[], more: number, city: string) => string
  letterboxDescription: string
}

export const pageTextsIn = (lang: Language): PageTexts => {
  const t = texts('pages', lang)
  return {
    description: t('server.page.description'),
    noScript: t('server.page.noScript'),
    embedUnable: t('server.page.embedUnable'),
    letterboxTitle: (items, more, city) =>
      items.length === 0
        ? t('server.page.letterboxTitle.noItems', { city })
        : t('server.page.letterboxTitle.items', {
            join: items.join(', '),
            more: more > 0 ? t('server.page.letterboxTitle.itemsPart.more', { more }) : '',
            city,
          }),
    letterboxDescription: t('server.page.letterboxDescription'),
  }
}
