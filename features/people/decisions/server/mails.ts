import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { DecisionKind, ObjectionOutcome } from '../decision-kinds.ts'

interface Arrived {
  kind: DecisionKind
  objection: string
  url: string
}

/** Notifies an administrator of an objection to a decision. */
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
  /** As written by the staff. */
  answer: string
  url: string
}

/** Notifies the objector of the outcome. */
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
