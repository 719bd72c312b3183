import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

export interface WishAnswer {
  wishId: string
  item: string
  /** Nearest first; only what the public map shows. */
  letterboxes: { id: string; address: string; postcode: string; city: string; metres: number }[]
  endUrl: string
}

/** The spot of the wish is only approximate, and so is the distance. */
function roughly(metres: number, lang: Language): string {
  const near = metres < 950
  return numberFormatIn(lang, {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: 1,
  }).format(near ? Math.max(100, Math.round(metres / 100) * 100) : metres / 1000)
}

function lines({ letterboxes }: WishAnswer, lang: Language): string {
  return letterboxes
    .map(
      ({ address, postcode, city, metres }) =>
        `${address}, ${postcode} ${city} (${roughly(metres, lang)})`,
    )
    .join('\n')
}

/** The page of the nearest letterbox, on the same site as the other link. */
function nearestUrl({ letterboxes, endUrl }: WishAnswer): string {
  return new URL(paths.letterbox(letterboxes[0]?.id ?? ''), endUrl).href
}

/** A neighbour lends the item of the wish. */
export const wishAnswered = defineTextMail(
  'wishes',
  'wishAnswered',
  (content: WishAnswer, t, { lang }) => {
    const count = content.letterboxes.length
    return {
      body: [t('mails.wishAnswered.body', { count })],
      quote: lines(content, lang),
      buttons: [
        { label: t('mails.wishAnswered.button1', { count }), url: nearestUrl(content) },
        { label: t('mails.wishAnswered.button2'), url: content.endUrl },
      ],
    }
  },
)
