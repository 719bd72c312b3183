import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  address: string
  url: string
}

/** Tells an owner that the letterbox is hidden by the community no longer. */
export const letterboxShown = defineMail<Content>(
  'letterboxShown',
  ({ firstname, address, url }, { lang, brand }) => {
    const t = texts('letterboxes', lang)
    return {
      subject: t('mails.letterboxShown.subject'),
      preview: t('mails.letterboxShown.preview'),
      heading: t('mails.letterboxShown.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.letterboxShown.body', { address })],
      buttons: [
        {
          label: t('mails.letterboxShown.button'),
          url,
        },
      ],
      footer: t('mails.letterboxShown.footer', { brand }),
    }
  },
)
