import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  name: string
  url: string
  notMeUrl: string
}

/** Tells of a passkey that no longer logs in. */
export const passkeyRemoved = defineMail<Content>(
  'passkeyRemoved',
  ({ firstname, name, url, notMeUrl }, { lang, brand }) => {
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
        { label: t('mails.notMe.button'), url: notMeUrl },
      ],
      note: t('mails.notMe.note'),
      footer: t('mails.footer'),
    }
  },
)
