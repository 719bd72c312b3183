import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { DecisionKind, ObjectionOutcome } from '../decision-kinds.ts'

interface Arrived {
  kind: DecisionKind
  objection: string
  url: string
}

/** Tells the administrator that somebody objects to a decision. */
export const objectionArrived = defineTextMail(
  'decisions',
  'objectionArrived',
  ({ kind, objection, url }: Arrived, t) => ({
    preview: t(`mails.kinds.${kind}`),
    body: [t(`mails.kinds.${kind}`), t('mails.objectionArrived.body')],
    quote: objection,
    button: url,
  }),
)

interface Answered {
  firstname: string
  kind: DecisionKind
  outcome: ObjectionOutcome
  /** As a member of the staff wrote it. */
  answer: string
  url: string
}

/** Tells somebody what came of their objection. */
export const objectionAnswered = defineTextMail(
  'decisions',
  'objectionAnswered',
  ({ kind, outcome, answer, url }: Answered, t) => {
    const isRefusalReversed = kind === 'message_refused' && outcome === 'reversed'
    return {
      preview: t(`mails.objectionAnswered.outcomes.${outcome}`),
      body: [
        t(`mails.kinds.${kind}`),
        t(`mails.objectionAnswered.outcomes.${outcome}`),
        ...(isRefusalReversed ? [t('mails.objectionAnswered.again')] : []),
        t('mails.objectionAnswered.people'),
      ],
      quote: answer,
      button: url,
    }
  },
)
