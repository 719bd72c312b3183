import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Where the reported message is. */
  url: string
}

/** Tells who reported a message that the report has arrived; it repeats nothing of it. */
export const messageReportReceived = defineMail<Content>(
  'messageReportReceived',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('message-reports', lang)
    return {
      subject: t('mails.messageReportReceived.subject', { brand }),
      preview: t('mails.messageReportReceived.preview'),
      heading: t('mails.messageReportReceived.heading'),
      greeting: t('mails.reportDecided.greeting', { firstname }),
      body: [t('mails.messageReportReceived.body1'), t('mails.messageReportReceived.body2')],
      buttons: [{ label: t('mails.messageReportReceived.button'), url }],
      footer: t('mails.messageReportReceived.footer', { brand }),
    }
  },
)
