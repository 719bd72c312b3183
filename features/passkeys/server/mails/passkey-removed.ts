import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  name: string
  url: string
}

/** Tells of a passkey that no longer logs in. */
export const passkeyRemoved = defineMail<Content>(
  'passkeyRemoved',
  ({ firstname, name, url }, { lang, brand }) => {
    const t = texts('passkeys', lang)
    return {
      subject: t('mails.passkeyRemoved.subject'),
      preview: t('mails.passkeyRemoved.preview'),
      heading: t('mails.passkeyRemoved.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.passkeyRemoved.body', { brand })],
      quote: name,
      buttons: [
        {
          label: t('mails.passkeyRemoved.button'),
          url,
        },
      ],
      note: t('mails.passkeyRemoved.note'),
      footer: t('mails.footer'),
    }
  },
)
