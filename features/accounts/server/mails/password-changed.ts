import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** How many passkeys go on logging in. */
  passkeys: number
}

/** Tells of a new password; every other session has ended by then. */
export const passwordChanged = defineMail<Content>(
  'passwordChanged',
  ({ firstname, url, passkeys }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.passwordChanged.subject'),
      preview: t('mails.passwordChanged.preview'),
      heading: t('mails.passwordChanged.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.passwordChanged.body1', { brand }),
        ...(passkeys > 0 ? [t('mails.passwordChanged.body2.passkeys')] : []),
        t('mails.passwordChanged.body3'),
      ],
      buttons: [
        {
          label: t('mails.passwordChanged.button'),
          url,
        },
      ],
      footer: t('mails.passwordChanged.footer'),
    }
  },
)
