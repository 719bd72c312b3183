import type { MessageReportReason } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import type { ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { CaseOutcome } from '../case-kinds.ts'
import type { FeedbackType } from '../contract.ts'

interface Report {
  type: ReportTypeName
  title: string
  message: string
  /** E-mail address of the reporter. */
  email: string
  /** Address of the letterbox in one line. */
  address: string
  url: string
  /** Link to the report in the back office. */
  page: string
}

/** Mails the administrators that something is wrong with a letterbox. */
export const report = defineTextMail(
  'moderation',
  'report',
  ({ type, message, email, url, page }: Report, t) => {
    const named = { type: t(`mails.report.types.${type}`) }
    return {
      preview: t('mails.report.preview', named),
      body: [
        t('mails.report.body1', named),
        t('mails.report.body2'),
        t(email === '' ? 'mails.report.unnamed' : 'mails.report.body3'),
      ],
      quote: message || undefined,
      buttons: [
        { label: t('mails.report.button'), url: page },
        { label: t('mails.button'), url },
      ],
    }
  },
)

interface Notice {
  /** Address of the letterbox in one line. */
  address: string
  /** Reference number of the notice. */
  id: string
  url: string
}

interface ReceivedNotice extends Notice {
  /** True for a notice of illegal content; false for any other report. */
  isNotice?: boolean
}

/**
 * Confirms that a report or a notice of illegal content has arrived. Quotes none of it, because the address may be a
 * stranger's.
 */
export const noticeReceived = defineTextMail(
  'moderation',
  'noticeReceived',
  ({ id, url, isNotice = true }: ReceivedNotice, t) => ({
    facts: [{ label: t('mails.notice.number'), value: id }],
    button: url,
    footer: t(isNotice ? 'mails.notice.footer' : 'mails.reportSettled.footer'),
    ...(!isNotice && {
      preview: t('mails.noticeReceived.other.preview'),
      body: [t('mails.noticeReceived.other.body1'), t('mails.noticeReceived.other.body2')],
    }),
  }),
)

/** Mails the decision about a notice of illegal content, who made it and the means of redress. */
export const noticeDecided = defineTextMail(
  'moderation',
  'noticeDecided',
  ({ id, outcome, url }: Notice & { outcome: CaseOutcome }, t) => ({
    preview: t(`mails.noticeDecided.outcomes.${outcome}`),
    body: [
      t('mails.noticeDecided.body'),
      t(`mails.noticeDecided.outcomes.${outcome}`),
      t('mails.noticeDecided.people'),
    ],
    facts: [{ label: t('mails.notice.number'), value: id }],
    button: url,
    footer: t('mails.notice.footer'),
  }),
)

/**
 * Mails the outcome to the reporter of a letterbox, never what was done to whom. Quotes none of the report, because
 * the address may be a stranger's. Has no button: whether the letterbox still exists would reveal the measure.
 */
export const reportSettled = defineTextMail(
  'moderation',
  'reportSettled',
  ({ outcome }: { address: string; outcome: CaseOutcome }, t) => ({
    preview: t(`mails.reportSettled.outcomes.${outcome}`),
    body: [t('mails.reportSettled.body'), t(`mails.reportSettled.outcomes.${outcome}`)],
  }),
)

interface Feedback {
  type: FeedbackType
  content: string
  email: string
  /** Link to the feedback inbox. */
  page: string
}

/** Mails the administrators a user's feedback about the app. */
export const generalFeedback = defineTextMail(
  'moderation',
  'generalFeedback',
  ({ type, content, page }: Feedback, t) => {
    const kind = t(`mails.generalFeedback.types.${type}`)
    return {
      subject: t('mails.generalFeedback.subject', { type: kind }),
      preview: content.slice(0, 120),
      heading: kind,
      quote: content,
      button: page,
    }
  },
)

interface StaffAnswer {
  /** The answer, without the name or address of the member of the staff. */
  text: string
  about: 'report' | 'feedback'
  /** The text that is answered. */
  wrote: string
  /** Link to the reported letterbox. */
  url?: string
  /** The answer decides a notice of illegal content, so the mail explains the means of redress. */
  withRedress?: boolean
}

const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** An answer to a report or to feedback. */
export const staffAnswer = defineTextMail(
  'moderation',
  'staffAnswer',
  ({ text, about, wrote, url, withRedress }: StaffAnswer, t) => {
    const kind = about === 'report' ? 'report' : 'otherwise'
    return {
      subject: t(`mails.staffAnswer.subject.${kind}`),
      preview: text.slice(0, 120),
      body: [
        ...paragraphs(text),
        ...(withRedress ? [t('mails.staffAnswer.redress')] : []),
        t('mails.staffAnswer.body'),
      ],
      quote: wrote,
      button: url,
      footer: t(`mails.staffAnswer.footer.${kind}`),
    }
  },
)

interface ReportedMessage {
  reason: MessageReportReason
  /** The reporter's comment; empty: none. */
  note: string
  /** Link to the page on which moderators decide. */
  page: string
}

/** Mails moderators that a message was reported. The mail does not quote the message. */
export const messageReport = defineTextMail(
  'moderation',
  'messageReport',
  ({ reason, note, page }: ReportedMessage, t) => {
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
  'moderation',
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
  'moderation',
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
