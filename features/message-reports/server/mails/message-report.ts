import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageReportReason } from '../../message-report-reasons.ts'

const reasonsIn = (lang: Language) =>
  sectionsOf('message-reports', lang).mails.messageReport.reasons

interface Content {
  reason: MessageReportReason
  /** What the reporter wrote; empty for nothing. */
  note: string
  /** The page on which moderators decide about it. */
  page: string
}

/** Tells moderators that somebody reported a message. The mail does not quote the message. */
export const messageReport = defineMail<Content>(
  'messageReport',
  ({ reason, note, page }, { lang, brand }) => {
    const t = texts('message-reports', lang)
    return {
      subject: t('mails.messageReport.subject', { reason: reasonsIn(lang)[reason] }),
      preview: t('mails.messageReport.preview'),
      heading: t('mails.messageReport.heading'),
      greeting: t('mails.greeting'),
      body: [
        t('mails.messageReport.body1', { reason: reasonsIn(lang)[reason] }),
        t('mails.messageReport.body2'),
      ],
      quote: note || undefined,
      buttons: [
        {
          label: t('mails.messageReport.button'),
          url: page,
        },
      ],
      footer: t('mails.footer', { brand }),
    }
  },
)
