import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** Name of the item in the recipient's language. */
  item: string
  /** The town or village around; null where none is near. */
  place: string | null
  kilometres: number
  url: string
}

/** Asks a visitor to confirm that the address, and with it the wish, is theirs. */
export const wishConfirmation = defineMail<Content>(
  'wishConfirmation',
  ({ item, place, kilometres, url }, { lang, brand }) => {
    const t = texts('wishes', lang)
    return {
      subject: t('mails.wishConfirmation.subject', { item }),
      preview: t('mails.wishConfirmation.preview'),
      heading: t('mails.wishConfirmation.heading'),
      greeting: t('mails.wishConfirmation.greeting'),
      body: [
        place
          ? t('mails.wishConfirmation.near', { place, kilometres, item })
          : t('mails.wishConfirmation.around', { kilometres, item }),
        t('mails.wishConfirmation.confirm'),
      ],
      buttons: [{ label: t('mails.wishConfirmation.button'), url }],
      note: t('mails.wishConfirmation.note'),
      footer: t('mails.wishConfirmation.footer', { brand }),
    }
  },
)
