import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { DecisionKind, ObjectionOutcome } from '../../decision-kinds.ts'

interface Content {
  firstname: string
  kind: DecisionKind
  outcome: ObjectionOutcome
  /** As a member of the staff wrote it. */
  answer: string
  url: string
}

/** Tells somebody what came of their objection. */
export const objectionAnswered = defineMail<Content>(
  'objectionAnswered',
  ({ firstname, kind, outcome, answer, url }, { lang, brand }) => {
    const t = texts('decisions', lang)
    const isRefusalReversed = kind === 'message_refused' && outcome === 'reversed'
    return {
      subject: t('mails.answered.subject', { brand }),
      preview: t(`mails.answered.outcomes.${outcome}`),
      heading: t('mails.answered.heading'),
      greeting: t('mails.answered.greeting', { firstname }),
      body: [
        t(`mails.kinds.${kind}`),
        t(`mails.answered.outcomes.${outcome}`),
        ...(isRefusalReversed ? [t('mails.answered.again')] : []),
        t('mails.answered.people'),
      ],
      quote: answer,
      buttons: [{ label: t('mails.answered.button'), url }],
      note: t('mails.answered.courts'),
      footer: t('mails.answered.footer', { brand }),
    }
  },
)
