import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Where one logs in. */
  url: string
}

/** Tells somebody that they may log in again. */
export const accountRestored = defineMail<Content>(
  'accountRestored',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('users', lang)
    return {
      subject: t('mails.accountRestored.subject', { brand }),
      preview: t('mails.accountRestored.preview'),
      heading: t('mails.accountRestored.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.accountRestored.body1', { brand }), t('mails.accountRestored.body2')],
      buttons: [
        {
          label: t('mails.accountRestored.button'),
          url,
        },
      ],
      footer: t('mails.footer'),
    }
  },
)
