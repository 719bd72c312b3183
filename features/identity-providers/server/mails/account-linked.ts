import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Of the provider. */
  provider: string
  /** What the account there is known by. */
  label: string
  url: string
  notMeUrl: string
}

/** Tells of an account elsewhere that logs in from now on. */
export const accountLinked = defineMail<Content>(
  'accountLinked',
  ({ firstname, provider, label, url, notMeUrl }, { lang, brand }) => {
    const t = texts('identity-providers', lang)
    return {
      subject: t('mails.linked.subject', { provider }),
      preview: t('mails.linked.preview'),
      heading: t('mails.linked.heading', { provider }),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.linked.body', { brand, provider })],
      quote: label,
      buttons: [
        { label: t('mails.button'), url },
        { label: t('mails.notMe.button'), url: notMeUrl },
      ],
      note: t('mails.notMe.note'),
      footer: t('mails.footer'),
    }
  },
)
