import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  newEmail: string
  /** For how many days the button works. */
  days: number
  /** Where whoever knows the password of before takes the address back; null where there is none. */
  restoreUrl: string | null
}

/** To the old address, the last mail it gets. */
export const emailChanged = defineMail<Content>(
  'emailChanged',
  ({ firstname, newEmail, days, restoreUrl }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailChanged.subject'),
      preview: t('mails.emailChanged.preview', { newEmail }),
      heading: t('mails.emailChanged.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.emailChanged.body1', { brand, newEmail }),
        restoreUrl ? t('mails.emailChanged.restore', { days }) : t('mails.emailChanged.body2'),
      ],
      buttons: restoreUrl ? [{ label: t('mails.emailChanged.button'), url: restoreUrl }] : [],
      footer: t('mails.emailChanged.footer'),
    }
  },
)
