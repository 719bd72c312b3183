import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  address: string
  /** As the moderator typed it. */
  reason: string
  url: string
}

/** Tells an owner that the community has taken the letterbox off the map, and why. */
export const letterboxHidden = defineMail<Content>(
  'letterboxHidden',
  ({ firstname, address, reason, url }, { lang, brand }) => {
    const t = texts('letterboxes', lang)
    return {
      subject: t('mails.letterboxHidden.subject'),
      preview: t('mails.letterboxHidden.preview'),
      heading: t('mails.letterboxHidden.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.letterboxHidden.body', { address })],
      quote: reason,
      buttons: [
        {
          label: t('mails.letterboxHidden.button'),
          url,
        },
      ],
      note: t('mails.letterboxHidden.note'),
      footer: t('mails.letterboxHidden.footer', { brand }),
    }
  },
)
