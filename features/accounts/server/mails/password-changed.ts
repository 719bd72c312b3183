import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
  /** How many passkeys go on logging in. */
  passkeys: number
  /** Whether there was none before; nothing is logged out by it then. */
  first?: boolean
}

/** Tells of a new password; every other session has ended by then. */
export const passwordChanged = defineMail<Content>(
  'passwordChanged',
  ({ firstname, url, passkeys, first = false }, { lang, brand }) => {
    const t = texts('accounts', lang)
    const kind = first ? 'first' : 'changed'
    return {
      subject: t(`mails.passwordChanged.subject.${kind}`),
      preview: t(`mails.passwordChanged.preview.${kind}`),
      heading: t(`mails.passwordChanged.heading.${kind}`),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t(`mails.passwordChanged.body1.${kind}`, { brand }),
        ...(passkeys > 0 ? [t('mails.passwordChanged.body2.passkeys', { count: passkeys })] : []),
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
