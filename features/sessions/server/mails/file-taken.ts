import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** Of which files with other people's data somebody of the staff is told that they took them. */
export type TakenFile = 'orders' | 'cash_book' | 'person' | 'letters'

interface Content {
  firstname: string
  file: TakenFile
  notMeUrl: string
}

/** Tells somebody of the staff that a file with other people's data was downloaded in their name. */
export const fileTaken = defineMail<Content>(
  'fileTaken',
  ({ firstname, file, notMeUrl }, { lang, brand }) => {
    const t = texts('sessions', lang)
    return {
      subject: t('mails.fileTaken.subject', { brand }),
      preview: t(`mails.fileTaken.files.${file}`),
      heading: t('mails.fileTaken.heading'),
      greeting: t('mails.fileTaken.greeting', { firstname }),
      body: [t('mails.fileTaken.body', { brand }), t('mails.fileTaken.keep')],
      facts: [{ label: t('mails.fileTaken.label'), value: t(`mails.fileTaken.files.${file}`) }],
      buttons: [{ label: t('mails.fileTaken.button'), url: notMeUrl }],
      note: t('mails.fileTaken.note'),
      footer: t('mails.fileTaken.footer'),
    }
  },
)
