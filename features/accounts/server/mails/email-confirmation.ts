import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. */
  code: string
}

/** Asks to confirm the address of a new account. */
export const emailConfirmation = defineMail<Content>(
  'emailConfirmation',
  ({ firstname, url, code }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailConfirmation.subject'),
      preview: t('mails.emailConfirmation.preview', { brand }),
      heading: t('mails.emailConfirmation.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.emailConfirmation.body')],
      facts: [
        {
          label: t('mails.emailConfirmation.facts'),
          value: code,
        },
      ],
      buttons: [
        {
          label: t('mails.emailConfirmation.button'),
          url,
        },
      ],
      note: t('mails.emailConfirmation.note'),
      footer: t('mails.emailConfirmation.footer', { brand }),
    }
  },
)
