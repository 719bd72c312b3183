import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** A page with a button: what only looks at the links of a mail logs nobody in. */
  url: string
}

/** The staff helps somebody to log in who cannot: a link that works for half an hour. */
export const staffLoginLink = defineMail<Content>(
  'staffLoginLink',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.loginLink.subject', { brand }),
      preview: t('mails.staffLoginLink.preview'),
      heading: t('mails.staffLoginLink.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.staffLoginLink.body', { brand })],
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
