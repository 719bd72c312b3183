import { type DecisionInMail, decisionInMail } from '#features/decisions/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** The reason as the moderator typed it, in the language of the receiver. */
  reason: string
  /** Absent of mails that were written before there were any. */
  decision?: DecisionInMail
}

/**
 * Tells somebody that a message of theirs was reported with good reason. The mail does not say who
 * reported it.
 */
export const messageWarning = defineMail<Content>(
  'messageWarning',
  ({ firstname, reason, decision }, { lang, brand }) => {
    const t = texts('message-reports', lang)
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      subject: t('mails.messageWarning.subject', { brand }),
      preview: t('mails.messageWarning.preview'),
      heading: t('mails.messageWarning.heading'),
      greeting: t('mails.messageWarning.greeting', { firstname }),
      body: [t('mails.messageWarning.body1'), t('mails.messageWarning.body2')],
      facts,
      quote: reason,
      buttons,
      note: [t('mails.messageWarning.note'), ...notes].join(' '),
      footer: t('mails.messageWarning.footer'),
    }
  },
)
