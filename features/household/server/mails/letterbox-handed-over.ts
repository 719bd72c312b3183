import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
}

/** Tells the member who joined the household first that the letterbox is theirs now. */
export const letterboxHandedOver = defineMail<Content>(
  'letterboxHandedOver',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('household', lang)
    return {
      subject: t('mails.letterboxHandedOver.subject'),
      preview: t('mails.letterboxHandedOver.preview'),
      heading: t('mails.letterboxHandedOver.heading'),
      greeting: t('mails.letterboxHandedOver.greeting', { firstname }),
      body: [t('mails.letterboxHandedOver.body1', { brand }), t('mails.letterboxHandedOver.body2')],
      buttons: [
        {
          label: t('mails.letterboxHandedOver.button'),
          url,
        },
      ],
      footer: t('mails.letterboxHandedOver.footer', { brand }),
    }
  },
)
