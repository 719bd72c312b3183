import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** A page with a button: what only looks at the links of a mail logs nobody in. */
  url: string
  /** For whoever reads the mail on another device, and the page to type it at. Mails that were written before have none. */
  code?: string
  typeAt?: string
}

/** The staff helps somebody to log in who cannot: a link that works for half an hour. */
export const staffLoginLink = defineMail<Content>(
  'staffLoginLink',
  ({ firstname, url, code, typeAt }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.loginLink.subject', { brand }),
      preview: t('mails.staffLoginLink.preview'),
      heading: t('mails.staffLoginLink.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.staffLoginLink.body', { brand }),
        ...(typeAt ? [t('mails.staffLoginLink.elsewhere', { typeAt })] : []),
      ],
      facts: code ? [{ label: t('mails.loginLink.facts'), value: code }] : [],
      buttons: [
        {
          label: t('mails.staffLoginLink.button'),
          url,
        },
      ],
      note: t('mails.staffLoginLink.note'),
      footer: t('mails.staffLoginLink.footer'),
    }
  },
)
