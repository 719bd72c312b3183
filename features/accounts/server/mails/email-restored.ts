import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
}

/** To the address that an account had for some days, until its owner took the earlier one back. */
export const emailRestored = defineMail<Content>(
  'emailRestored',
  ({ firstname }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailRestored.subject'),
      preview: t('mails.emailRestored.preview'),
      heading: t('mails.emailRestored.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.emailRestored.body1', { brand }), t('mails.emailRestored.body2')],
      buttons: [],
      footer: t('mails.emailRestored.footer'),
    }
  },
)
