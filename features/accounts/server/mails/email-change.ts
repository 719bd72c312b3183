import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. */
  code: string
}

/** To the new address: it replaces the old one once its owner says so. */
export const emailChange = defineMail<Content>(
  'emailChange',
  ({ firstname, url, code }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailChange.subject'),
      preview: t('mails.emailChange.preview'),
      heading: t('mails.emailChange.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.emailChange.body')],
      facts: [
        {
          label: t('mails.emailChange.facts'),
          value: code,
        },
      ],
      buttons: [
        {
          label: t('mails.emailChange.button'),
          url,
        },
      ],
      note: t('mails.emailChange.note'),
      footer: t('mails.emailChange.footer', { brand }),
    }
  },
)
