import type { MessageReportReason } from '#features/lending/conversations/transactions/message-report-reasons.ts'
import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Reported {
  reason: MessageReportReason
  /** What the reporter wrote; empty for nothing. */
  note: string
  /** The page on which moderators decide about it. */
  page: string
}

/** Tells moderators that somebody reported a message. The mail does not quote the message. */
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

/** Tells who reported a message that the report has arrived; it repeats nothing of it. */
export const messageReportReceived = defineTextMail(
  'message-reports',
  'messageReportReceived',
  ({ url }: { firstname: string; url: string }) => ({ button: url }),
)

interface Warned {
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
