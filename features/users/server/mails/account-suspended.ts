import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
  url: string
}

/** Tells somebody that their account is suspended, and why. */
export const accountSuspended = defineMail<Content>(
  'accountSuspended',
  ({ firstname, reason, url }, { lang, brand }) => {
    const t = texts('users', lang)
    return {
      subject: t('mails.accountSuspended.subject', { brand }),
      preview: t('mails.accountSuspended.preview'),
      heading: t('mails.accountSuspended.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.accountSuspended.body1', { brand }), t('mails.accountSuspended.body2')],
      quote: reason,
      buttons: [
        {
          label: t('mails.accountSuspended.button'),
          url,
        },
      ],
      note: t('mails.accountSuspended.note'),
      footer: t('mails.footer'),
    }
  },
)
