import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'

/** Outcome of a report for its reporter. Never says what was done to whom. */
type ReportResult = 'acted' | 'justified' | 'unfounded'

export interface DecidedReport {
  /** Name of the item that the conversation is about. */
  item: string
  reported_at: string
  result: ReportResult
  /** Link to the conversation. */
  url: string
}

interface Content {
  firstname: string
  /** All reports decided within some minutes. */
  reports: DecidedReport[]
  timeZone: string
  /** Link to all conversations. */
  url: string
}

/** Mails the outcome to the reporter, with the means of redress (Article 16(5) of the Digital Services Act). */
export const reportDecided = defineTextMail(
  'moderation',
  'reportDecided',
  ({ reports, timeZone, url }: Content, t, { lang }) => {
    const day = dateFormatIn(lang, { dateStyle: 'long', timeZone })
    const count = reports.length
    const entries = reports.map((report) => {
      const date = day.format(new Date(report.reported_at))
      const title = t('mails.reportDecided.about', { item: report.item, date })
      return { title, text: t(`mails.reportDecided.results.${report.result}`), url: report.url }
    })
    return {
      subject: t('mails.reportDecided.subject', { count }),
      heading: t('mails.reportDecided.heading', { count }),
      body: [t('mails.reportDecided.body', { count })],
      // Two messages of one conversation reported on the same day would produce identical entries.
      entries: [
        ...new Map(entries.map((entry) => [Object.values(entry).join(' '), entry])).values(),
      ],
      button: url,
      note: [t('mails.reportDecided.discreet'), t('mails.reportDecided.redress')].join(' '),
    }
  },
)
