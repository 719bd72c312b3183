import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. */
  code: string
}

/** The way to a new password, for three hours. */
export const passwordRecovery = defineMail<Content>(
  'passwordRecovery',
  ({ firstname, url, code }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.passwordRecovery.subject'),
      preview: t('mails.passwordRecovery.preview'),
      heading: t('mails.passwordRecovery.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.passwordRecovery.body')],
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
