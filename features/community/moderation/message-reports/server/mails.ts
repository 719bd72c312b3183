import type { MessageReportReason } from '#features/lending/conversations/transactions/message-report-reasons.ts'
import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Reported {
  reason: MessageReportReason
  /** The reporter's comment; empty: none. */
  note: string
  /** Link to the page on which moderators decide. */
  page: string
}

/** Mails moderators that a message was reported. The mail does not quote the message. */
export const messageReport = defineTextMail(
  'message-reports',
  'messageReport',
  ({ reason, note, page }: Reported, t) => {
    const named = { reason: t(`mails.messageReport.reasons.${reason}`) }
    return {
      subject: t('mails.messageReport.subject', named),
      body: [t('mails.messageReport.body1', named), t('mails.messageReport.body2')],
      quote: note || undefined,
      button: page,
    }
  },
)

/** Confirms to the reporter that the report has arrived, without quoting it. */
export const messageReportReceived = defineTextMail(
  'message-reports',
  'messageReportReceived',
  ({ url }: { firstname: string; url: string }) => ({ button: url }),
)

interface Warned {
  firstname: string
  /** The reason as typed by the moderator, in the recipient's language. */
  reason: string
  /** Missing in mails queued before decisions existed. */
  decision?: DecisionInMail
}

/** Mails an author that a message was reported with good reason, without naming the reporter. */
export const messageWarning = defineTextMail(
  'message-reports',
  'messageWarning',
  ({ reason, decision }: Warned, t, { lang }) => {
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      facts,
      quote: reason,
      buttons,
      note: [t('mails.messageWarning.note'), ...notes].join(' '),
    }
  },
)
