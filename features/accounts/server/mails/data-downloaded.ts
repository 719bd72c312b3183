import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  notMeUrl: string
}

/** Tells somebody that all their data was downloaded by whoever is logged in. */
export const dataDownloaded = defineMail<Content>(
  'dataDownloaded',
  ({ firstname, notMeUrl }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.dataDownloaded.subject'),
      preview: t('mails.dataDownloaded.preview'),
      heading: t('mails.dataDownloaded.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.dataDownloaded.body', { brand })],
      buttons: [{ label: t('mails.notMeButton'), url: notMeUrl }],
      note: t('mails.notMeNote'),
      footer: t('mails.dataDownloaded.footer'),
    }
  },
)
