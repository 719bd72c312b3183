import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** The address that the account has now. */
  keptEmail: string
  /** That of the account that has gone; empty where it had none. */
  goneEmail: string
  /** What there is now. */
  url: string
}

/** To both addresses: two accounts of one person have become one. */
export const accountsMerged = defineMail<Content>(
  'accountsMerged',
  ({ firstname, keptEmail, goneEmail, url }, { lang, brand }) => {
    const t = texts('users', lang)
    return {
      subject: t('mails.accountsMerged.subject', { brand }),
      preview: t('mails.accountsMerged.preview', { keptEmail }),
      heading: t('mails.accountsMerged.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.accountsMerged.body1', { brand }),
        t('mails.accountsMerged.body2', { keptEmail }),
        ...(goneEmail ? [t('mails.accountsMerged.gone', { goneEmail })] : []),
        t('mails.accountsMerged.object'),
      ],
      buttons: [
        {
          label: t('mails.accountsMerged.button'),
          url,
        },
      ],
      footer: t('mails.footer'),
    }
  },
)
