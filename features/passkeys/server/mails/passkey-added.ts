import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  name: string
  url: string
  notMeUrl: string
}

/** Tells of a new passkey, which logs in without the password. */
export const passkeyAdded = defineMail<Content>(
  'passkeyAdded',
  ({ firstname, name, url, notMeUrl }, { lang, brand }) => {
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
        { label: t('mails.notMe.button'), url: notMeUrl },
      ],
      note: t('mails.notMe.note'),
      footer: t('mails.footer'),
    }
  },
)
