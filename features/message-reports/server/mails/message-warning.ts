import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** The reason as the moderator typed it, in the language of the receiver. */
  reason: string
}

/**
 * Tells somebody that a message of theirs was reported with good reason. The mail does not say who
 * reported it.
 */
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
