import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
  url: string
}

/** Tells somebody that they were not let in, and why. */
export const newcomerDeclined = defineMail<Content>(
  'newcomerDeclined',
  ({ firstname, reason, url }, { lang, brand }) => {
    const t = texts('newcomers', lang)
    return {
      subject: t('mails.declined.subject', { brand }),
      preview: t('mails.declined.preview'),
      heading: t('mails.declined.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.declined.body1', { brand }), t('mails.declined.body2')],
      quote: reason,
      buttons: [{ label: t('mails.declined.button'), url }],
      note: t('mails.declined.note'),
      footer: t('mails.footer'),
    }
  },
)
