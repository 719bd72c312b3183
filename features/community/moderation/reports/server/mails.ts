import type { InboxOutcome } from '#features/community/moderation/inboxes/contract.ts'
import type { ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

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
  'reports',
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
  'reports',
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
  'reports',
  'noticeDecided',
  ({ id, outcome, url }: Notice & { outcome: InboxOutcome }, t) => ({
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
  'reports',
  'reportSettled',
  ({ outcome }: { address: string; outcome: InboxOutcome }, t) => ({
    preview: t(`mails.reportSettled.outcomes.${outcome}`),
    body: [t('mails.reportSettled.body'), t(`mails.reportSettled.outcomes.${outcome}`)],
  }),
)
