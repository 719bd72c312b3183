import type { InboxOutcome } from '#features/community/moderation/inboxes/contract.ts'
import type { ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Report {
  type: ReportTypeName
  title: string
  message: string
  /** The address of the person who reported. */
  email: string
  /** The address of the letterbox, in one line. */
  address: string
  url: string
  /** The page on which the report is worked through. */
  page: string
}

/** Tells the administrator that something is wrong with a letterbox. */
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
  /** The address of the letterbox, in one line. */
  address: string
  /** By which both sides can name the notice. */
  id: string
  url: string
}

interface ReceivedNotice extends Notice {
  /** It says that something is illegal; else anything that is wrong with a letterbox. */
  isNotice?: boolean
}

/**
 * Confirms that a notice of illegal content, or another report, has arrived. It repeats nothing of what somebody typed: the address may be a
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

/** Tells whoever reported illegal content what was decided, by whom, and what they can do about it. */
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
 * Tells whoever reported a letterbox what came of it, never what was done to whom. It repeats nothing of what somebody
 * typed: the address may be a stranger's. Where the letterbox is, or no longer is, would say what was done: no button.
 */
export const reportSettled = defineTextMail(
  'reports',
  'reportSettled',
  ({ outcome }: { address: string; outcome: InboxOutcome }, t) => ({
    preview: t(`mails.reportSettled.outcomes.${outcome}`),
    body: [t('mails.reportSettled.body'), t(`mails.reportSettled.outcomes.${outcome}`)],
  }),
)
