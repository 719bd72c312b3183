import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import type { Rhythm } from '../times.ts'

export interface NeighbourhoodMail {
  user_id: string
  firstname: string
  rhythm: Rhythm
  /** Nearest first, with only what the public map shows. */
  letterboxes: { id: string; address: string; metres: number; items: string[]; url: string }[]
  /** How many further letterboxes are new. */
  more: number
  wishes: { name: string; count: number }[]
  loans: number | null
  mapUrl: string
  itemsUrl: string
}

/** Rounded to walking accuracy: fifty metres, beyond a kilometre tenths of a kilometre. */
function roughly(metres: number, lang: Language): string {
  const isFar = metres >= 975
  return numberFormatIn(lang, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    maximumFractionDigits: 1,
  }).format(isFar ? metres / 1000 : Math.max(50, Math.round(metres / 50) * 50))
}

/** Maximum stickers per letterbox, so that they fit into a line or two. */
const MOST_ITEMS = 6

/** News around a member's letterbox, once a month or a week. */
export const neighbourhood = defineMail<NeighbourhoodMail>(
  'neighbourhood',
  ({ firstname, rhythm, letterboxes, more, wishes, loans, mapUrl, itemsUrl }, { lang, brand }) => {
    const t = texts('neighbourhood-mail', lang)
    const list = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' })
    const count = letterboxes.length + more
    const wished = wishes.map((wish) => t('mails.neighbourhood.wish', wish))
    const body = [
      ...(loans === null ? [] : [t(`mails.neighbourhood.loans.${rhythm}`, { count: loans })]),
      ...(wished.length === 0
        ? []
        : [t('mails.neighbourhood.wishes', { list: list.format(wished) })]),
      ...(count === 0 ? [] : [t('mails.neighbourhood.letterboxes', { count })]),
    ]
    const map = { label: t('mails.neighbourhood.map'), url: mapUrl }
    const add = { label: t('mails.neighbourhood.items'), url: itemsUrl }
    return {
      subject: t('mails.neighbourhood.subject'),
      preview: body[0] ?? '',
      heading: t('mails.neighbourhood.heading'),
      greeting: t('mails.neighbourhood.greeting', { firstname }),
      body,
      entries: letterboxes.map(({ address, metres, items, url }) => ({
        title: address,
        text: [roughly(metres, lang), items.slice(0, MOST_ITEMS).join(', ')]
          .filter(Boolean)
          .join(' · '),
        url,
      })),
      buttons:
        wishes.length > 0 && count === 0 ? [add, map] : wishes.length > 0 ? [map, add] : [map],
      footer: t(`mails.neighbourhood.footer.${rhythm}`, { brand }),
    }
  },
)
