import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  newEmail: string
  /** Mails did not reach this address, so that the new one has taken its place already. */
  atOnce: boolean
  /** Where the address can be seen and kept. */
  url: string
}

/** To the old address, as soon as the staff has corrected it; says how to object. */
export const emailCorrected = defineMail<Content>(
  'emailCorrected',
  ({ firstname, newEmail, atOnce, url }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailCorrected.subject'),
      preview: t('mails.emailCorrected.preview', { newEmail }),
      heading: t('mails.emailCorrected.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.emailCorrected.body', { brand, newEmail }),
        t(atOnce ? 'mails.emailCorrected.atOnce' : 'mails.emailCorrected.later'),
        t('mails.emailCorrected.object'),
      ],
      buttons: [
        {
          label: t('mails.emailCorrected.button'),
          url,
        },
      ],
      footer: t('mails.emailCorrected.footer'),
    }
  },
)
