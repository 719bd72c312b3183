import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. */
  code: string
  /** The staff has sent it, to somebody who asked for help. */
  byStaff?: boolean
}

/** The way to a new password, for three hours. */
export const passwordRecovery = defineMail<Content>(
  'passwordRecovery',
  ({ firstname, url, code, byStaff = false }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.passwordRecovery.subject'),
      preview: t('mails.passwordRecovery.preview'),
      heading: t('mails.passwordRecovery.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t(byStaff ? 'mails.passwordRecovery.byStaff' : 'mails.passwordRecovery.body', { brand }),
      ],
      facts: [
        {
          label: t('mails.passwordRecovery.facts'),
          value: code,
        },
      ],
      buttons: [
        {
          label: t('mails.passwordRecovery.button'),
          url,
        },
      ],
      note: t('mails.passwordRecovery.note'),
      footer: t('mails.passwordRecovery.footer', { brand }),
    }
  },
)
