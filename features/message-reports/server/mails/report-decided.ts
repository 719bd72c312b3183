import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'

/** What came of a report, as its reporter is told: never what was done to whom. */
type ReportResult = 'acted' | 'justified' | 'unfounded'

export interface DecidedReport {
  /** The name of what the conversation is about. */
  item: string
  reported_at: string
  result: ReportResult
  /** The conversation. */
  url: string
}

interface Content {
  firstname: string
  /** All that were decided within some minutes. */
  reports: DecidedReport[]
  timeZone: string
  /** Where all conversations are. */
  url: string
}

/** Tells whoever reported messages what came of it, and what can be done about that (Article 16(5) of the Digital Services Act). */
export const reportDecided = defineMail<Content>(
  'reportDecided',
  ({ firstname, reports, timeZone, url }, { lang, brand }) => {
    const t = texts('message-reports', lang)
    const { results } = sectionsOf('message-reports', lang).mails.reportDecided
    const day = dateFormatIn(lang, { dateStyle: 'long', timeZone })
    const count = reports.length
    const entries = reports.map((report) => {
      const date = day.format(new Date(report.reported_at))
      const title = t('mails.reportDecided.about', { item: report.item, date })
      return { title, text: results[report.result], url: report.url }
    })
    return {
      subject: t('mails.reportDecided.subject', { brand, count }),
      preview: t('mails.reportDecided.preview'),
      heading: t('mails.reportDecided.heading', { count }),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.reportDecided.body', { count })],
      // Two messages of one conversation, reported on one day, would read the same twice.
      entries: [
        ...new Map(entries.map((entry) => [Object.values(entry).join(' '), entry])).values(),
      ],
      buttons: [{ label: t('mails.reportDecided.button'), url }],
      note: [t('mails.reportDecided.discreet'), t('mails.reportDecided.redress')].join(' '),
      footer: t('mails.reportDecided.footer', { brand }),
    }
  },
)
