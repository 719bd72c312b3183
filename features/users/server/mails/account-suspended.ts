import { type DecisionInMail, decisionInMail } from '#features/decisions/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
  /** Absent of mails that were written before there were any. */
  decision?: DecisionInMail
  url: string
}

/** Tells somebody that their account is suspended, and why. */
export const accountSuspended = defineMail<Content>(
  'accountSuspended',
  ({ firstname, reason, decision, url }, { lang, brand }) => {
    const t = texts('users', lang)
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      subject: t('mails.accountSuspended.subject', { brand }),
      preview: t('mails.accountSuspended.preview'),
      heading: t('mails.accountSuspended.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.accountSuspended.body1', { brand }), t('mails.accountSuspended.body2')],
      facts,
      quote: reason,
      // Objecting comes first: there is nothing else that somebody who is kept out can do.
      buttons: [
        ...buttons,
        {
          label: t('mails.accountSuspended.button'),
          url,
        },
      ],
      note: [t('mails.accountSuspended.note'), ...notes].join(' '),
      footer: t('mails.footer'),
    }
  },
)
