import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. Mails that were written before have none. */
  code?: string
}

/** Logs in without a password, for ten minutes. */
export const loginLink = defineMail<Content>(
  'loginLink',
  ({ firstname, url, code }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.loginLink.subject', { brand }),
      preview: t('mails.loginLink.preview'),
      heading: t('mails.loginLink.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.loginLink.body')],
      facts: code ? [{ label: t('mails.loginLink.facts'), value: code }] : [],
      buttons: [
        {
          label: t('mails.loginLink.button'),
          url,
        },
      ],
      note: t('mails.loginLink.note'),
      footer: t('mails.loginLink.footer'),
    }
  },
)
