import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  newEmail: string
}

/** To the old address, the last mail it gets. */
export const emailChanged = defineMail<Content>(
  'emailChanged',
  ({ firstname, newEmail }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailChanged.subject'),
      preview: t('mails.emailChanged.preview', { newEmail }),
      heading: t('mails.emailChanged.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.emailChanged.body1', { brand, newEmail }), t('mails.emailChanged.body2')],
      buttons: [],
      footer: t('mails.emailChanged.footer'),
    }
  },
)
