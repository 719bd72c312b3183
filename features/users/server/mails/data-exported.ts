import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Where they download it themselves. */
  url: string
}

/** Tells somebody that the staff has downloaded their data for them. */
export const dataExported = defineMail<Content>(
  'dataExported',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('users', lang)
    return {
      subject: t('mails.dataExported.subject', { brand }),
      preview: t('mails.dataExported.preview'),
      heading: t('mails.dataExported.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.dataExported.body1', { brand }), t('mails.dataExported.body2')],
      buttons: [
        {
          label: t('mails.dataExported.button'),
          url,
        },
      ],
      footer: t('mails.footer'),
    }
  },
)
