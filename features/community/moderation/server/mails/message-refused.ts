import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'

/** Messages refused for one reason. */
export interface RefusalInMail {
  decision_id: string
  /** The moderator's id. */
  by: string
  count: number
  /** Names of the items they ask for. */
  items: string[]
  /** As typed by the moderator. */
  reason: string
  decision: DecisionInMail
}

interface Content {
  firstname: string
  /** All refusals of some minutes, by reason. */
  refusals: RefusalInMail[]
  /** Link to the author's conversations. */
  url: string
}

const namesOf = ({ items }: RefusalInMail, lang: Language) =>
  new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' }).format(items)

/** A single reason stands alone; several are listed, each with its own objection link. */
function reasonsIn(
  refusals: readonly RefusalInMail[],
  { url }: Content,
  lang: Language,
): Pick<MailTexts, 'facts' | 'quote' | 'entries' | 'buttons'> {
  const t = texts('moderation', lang)
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

/**
 * Mails an author that messages were refused, and why. It neither quotes them nor reveals what the filter looks for.
 */
export const messageRefused = defineMail<Content>('messageRefused', (content, { lang, brand }) => {
  const t = texts('moderation', lang)
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
