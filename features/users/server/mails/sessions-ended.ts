import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Where one logs in. */
  url: string
}

/** Tells somebody that the staff has logged them out everywhere. */
export const sessionsEnded = defineMail<Content>(
  'sessionsEnded',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('users', lang)
    return {
      subject: t('mails.sessionsEnded.subject', { brand }),
      preview: t('mails.sessionsEnded.preview'),
      heading: t('mails.sessionsEnded.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.sessionsEnded.body1', { brand }), t('mails.sessionsEnded.body2')],
      buttons: [
        {
          label: t('mails.sessionsEnded.button'),
          url,
        },
      ],
      footer: t('mails.footer'),
    }
  },
)
