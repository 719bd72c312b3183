import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  name: string
  url: string
}

/** Tells of a new passkey, which logs in without the password. */
export const passkeyAdded = defineMail<Content>(
  'passkeyAdded',
  ({ firstname, name, url }, { lang, brand }) => {
    const t = texts('passkeys', lang)
    return {
      subject: t('mails.passkeyAdded.subject'),
      preview: t('mails.passkeyAdded.preview'),
      heading: t('mails.passkeyAdded.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.passkeyAdded.body', { brand })],
      quote: name,
      buttons: [
        {
          label: t('mails.passkeyAdded.button'),
          url,
        },
      ],
      note: t('mails.passkeyAdded.note'),
      footer: t('mails.footer'),
    }
  },
)
