import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface ToAccount {
  firstname: string
  /** Target of the button. */
  url: string
}

interface Suspended extends ToAccount {
  /** As typed by the moderator, in the language of the recipient. */
  reason: string
  /** Missing in mails queued before decisions existed. */
  decision?: DecisionInMail
}

interface Merged extends ToAccount {
  /** The address that stays. */
  keptEmail: string
  /** Address of the deleted account; empty if it had none. */
  goneEmail: string
}

/** Mails a member that they can log in again. */
export const accountRestored = defineTextMail(
  'members',
  'accountRestored',
  ({ url }: ToAccount) => ({
    button: url,
  }),
)

/** Mails a member that their account is suspended, and why. */
export const accountSuspended = defineTextMail(
  'members',
  'accountSuspended',
  ({ reason, decision, url }: Suspended, t, { lang }) => {
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      facts,
      quote: reason,
      // The objection comes first, because a suspended member can do nothing else.
      buttons: [...buttons, { label: t('mails.accountSuspended.button'), url }],
      note: [t('mails.accountSuspended.note'), ...notes].join(' '),
    }
  },
)

/** Sent to both addresses after two accounts of one person were merged. */
export const accountsMerged = defineTextMail(
  'members',
  'accountsMerged',
  ({ goneEmail, url }: Merged, t) => ({
    body: [
      t('mails.accountsMerged.body1'),
      t('mails.accountsMerged.body2'),
      ...(goneEmail ? [t('mails.accountsMerged.gone')] : []),
      t('mails.accountsMerged.object'),
    ],
    button: url,
  }),
)

/** Mails a member that the staff has downloaded their data, and where they can do it themselves. */
export const dataExported = defineTextMail('members', 'dataExported', ({ url }: ToAccount) => ({
  button: url,
}))

/** Mails a member that the staff has ended all their sessions. */
export const sessionsEnded = defineTextMail('members', 'sessionsEnded', ({ url }: ToAccount) => ({
  button: url,
}))
