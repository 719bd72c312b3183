import { type DecisionInMail, decisionInMail } from '#features/decisions/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { LOCALES } from '#platform/shared/languages.ts'

interface Content {
  firstname: string
  /** How many messages were refused together. */
  count: number
  /** The names of the things that they ask for. */
  items: string[]
  /** As the moderator typed it. */
  reason: string
  decision: DecisionInMail
  /** Where the author sees them. */
  url: string
}

/** Tells somebody that messages of theirs reach nobody, and why. It quotes none of them, nor says what a program looks for. */
export const messageRefused = defineMail<Content>(
  'messageRefused',
  ({ firstname, count, items, reason, decision, url }, { lang, brand }) => {
    const t = texts('held-messages', lang)
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    const names = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' }).format(items)
    return {
      subject: t('mails.messageRefused.subject', { brand }),
      preview: t('mails.messageRefused.preview', { count }),
      heading: t('mails.messageRefused.heading'),
      greeting: t('mails.messageRefused.greeting', { firstname }),
      body: [t('mails.messageRefused.body1', { count }), t('mails.messageRefused.body2')],
      facts: [{ label: t('mails.messageRefused.items'), value: names }, ...facts],
      quote: reason,
      buttons: [{ label: t('mails.messageRefused.button'), url }, ...buttons],
      note: [t('mails.messageRefused.note'), ...notes].join(' '),
      footer: t('mails.messageRefused.footer', { brand }),
    }
  },
)
