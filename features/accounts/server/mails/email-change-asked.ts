import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  newEmail: string
  notMeUrl: string
}

/** To the old address, as soon as somebody wants another one. */
export const emailChangeAsked = defineMail<Content>(
  'emailChangeAsked',
  ({ firstname, newEmail, notMeUrl }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailChangeAsked.subject'),
      preview: t('mails.emailChangeAsked.preview', { newEmail }),
      heading: t('mails.emailChangeAsked.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.emailChangeAsked.body1', { brand, newEmail }),
        t('mails.emailChangeAsked.body2'),
      ],
      buttons: [
        {
          label: t('mails.notMeButton'),
          url: notMeUrl,
        },
      ],
      note: t('mails.notMeNote'),
      footer: t('mails.emailChangeAsked.footer'),
    }
  },
)
