import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Of the file. */
  name: string
  notMeUrl: string
}

/** Tells somebody who administers that all that the community holds was downloaded in their name. */
export const backupDownloaded = defineMail<Content>(
  'backupDownloaded',
  ({ firstname, name, notMeUrl }, { lang, brand }) => {
    const t = texts('backups', lang)
    return {
      subject: t('mails.subject', { brand }),
      preview: t('mails.preview'),
      heading: t('mails.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.body', { brand, name }), t('mails.keep')],
      buttons: [{ label: t('mails.notMe.button'), url: notMeUrl }],
      note: t('mails.notMe.note'),
      footer: t('mails.footer'),
    }
  },
)
