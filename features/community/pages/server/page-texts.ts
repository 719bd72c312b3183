import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

interface PageTexts {
  /** One sentence that says what this is: for search engines, and while the app loads. */
  description: string
  /** For browsers that run no scripts. */
  noScript: string
  /** Before the address of the map, for frames in which it cannot run. */
  embedUnable: string
  /** Names of what a letterbox lends, and how many more there are, in a place. */
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
