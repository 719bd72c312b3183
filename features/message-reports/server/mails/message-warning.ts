import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
}

/** Tells somebody that a message of theirs was reported with good reason. Who reported it stands nowhere. */
export const messageWarning = defineMail<Content>(
  'messageWarning',
  ({ firstname, reason }, { lang, brand }) => {
    const t = texts('message-reports', lang)
    return {
      subject: t('mails.messageWarning.subject', { brand }),
      preview: t('mails.messageWarning.preview'),
      heading: t('mails.messageWarning.heading'),
      greeting: t('mails.messageWarning.greeting', { firstname }),
      body: [t('mails.messageWarning.body1'), t('mails.messageWarning.body2')],
      quote: reason,
      buttons: [],
      note: t('mails.messageWarning.note'),
      footer: t('mails.messageWarning.footer'),
    }
  },
)
