import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'

/** Messages that were refused for one reason. */
export interface RefusalInMail {
  decision_id: string
  /** Who refused them. */
  by: string
  count: number
  /** The names of the things that they ask for. */
  items: string[]
  /** As the moderator typed it. */
  reason: string
  decision: DecisionInMail
}

interface Content {
  firstname: string
  /** All that were refused within some minutes, by reason. */
  refusals: RefusalInMail[]
  /** Where the author sees them. */
  url: string
}

const namesOf = ({ items }: RefusalInMail, lang: Language) =>
  new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' }).format(items)

/** One reason stands alone, several one below the other, each with its way to object. */
function reasonsIn(
  refusals: readonly RefusalInMail[],
  { url }: Content,
  lang: Language,
): Pick<MailTexts, 'facts' | 'quote' | 'entries' | 'buttons'> {
  const t = texts('held-messages', lang)
  const own = { label: t('mails.messageRefused.button'), url }
  const [only, ...more] = refusals
  if (only && more.length === 0) {
    const { facts, buttons } = decisionInMail(only.decision, lang)
    const about = { label: t('mails.messageRefused.items'), value: namesOf(only, lang) }
    return { facts: [about, ...facts], quote: only.reason, buttons: [own, ...buttons] }
  }
  const entries = refusals.map((refusal) => {
    const { facts, buttons } = decisionInMail(refusal.decision, lang)
    const title = t('mails.messageRefused.entry', {
      count: refusal.count,
      items: namesOf(refusal, lang),
    })
    return { title, text: refusal.reason, url, facts, buttons }
  })
  return { entries, buttons: [own] }
}

/** Tells somebody that messages of theirs reach nobody, and why. It quotes none of them, nor says what a program looks for. */
export const messageRefused = defineMail<Content>('messageRefused', (content, { lang, brand }) => {
  const t = texts('held-messages', lang)
  const { firstname, refusals } = content
  const count = refusals.reduce((sum, refusal) => sum + refusal.count, 0)
  const { notes } = decisionInMail(refusals[0]?.decision, lang)
  return {
    subject: t('mails.messageRefused.subject', { brand }),
    preview: t('mails.messageRefused.preview', { count }),
    heading: t('mails.messageRefused.heading'),
    greeting: t('mails.messageRefused.greeting', { firstname }),
    body: [
      t('mails.messageRefused.body1', { count }),
      t('mails.messageRefused.reasons', { count: refusals.length }),
    ],
    ...reasonsIn(refusals, content, lang),
    note: [t('mails.messageRefused.note'), ...notes].join(' '),
    footer: t('mails.messageRefused.footer', { brand }),
  }
})
