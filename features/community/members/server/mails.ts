import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface ToAccount {
  firstname: string
  /** Where the button leads. */
  url: string
}

interface Suspended extends ToAccount {
  /** As it was typed, in the language of whoever is told. */
  reason: string
  /** Absent of mails that were written before there were any. */
  decision?: DecisionInMail
}

interface Merged extends ToAccount {
  /** The address that the account has now. */
  keptEmail: string
  /** That of the account that has gone; empty where it had none. */
  goneEmail: string
}

/** Tells somebody that they may log in again. */
export const accountRestored = defineTextMail(
  'members',
  'accountRestored',
  ({ url }: ToAccount) => ({
    button: url,
  }),
)

/** Tells somebody that their account is suspended, and why. */
export const accountSuspended = defineTextMail(
  'members',
  'accountSuspended',
  ({ reason, decision, url }: Suspended, t, { lang }) => {
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      facts,
      quote: reason,
      // Objecting comes first: there is nothing else that somebody who is kept out can do.
      buttons: [...buttons, { label: t('mails.accountSuspended.button'), url }],
      note: [t('mails.accountSuspended.note'), ...notes].join(' '),
    }
  },
)

/** To both addresses: two accounts of one person have become one. */
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

/** Tells somebody that the staff has downloaded their data for them, and where they download it themselves. */
export const dataExported = defineTextMail('members', 'dataExported', ({ url }: ToAccount) => ({
  button: url,
}))

/** Tells somebody that the staff has logged them out everywhere. */
export const sessionsEnded = defineTextMail('members', 'sessionsEnded', ({ url }: ToAccount) => ({
  button: url,
}))
