import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface ToOwner {
  firstname: string
  address: string
  url: string
}

interface Hidden extends ToOwner {
  /** The reason as typed by the moderator. */
  reason: string
  /** Missing in mails that were queued before decisions existed. */
  decision?: DecisionInMail
}

/** Notifies the owner that the community has hidden the letterbox, with the reason. */
export const letterboxHidden = defineTextMail(
  'letterboxes',
  'letterboxHidden',
  ({ reason, decision, url }: Hidden, t, { lang }) => {
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      facts,
      quote: reason,
      buttons: [{ label: t('mails.letterboxHidden.button'), url }, ...buttons],
      note: [t('mails.letterboxHidden.note'), ...notes].join(' '),
    }
  },
)

/** Notifies the owner that the community no longer hides the letterbox. */
export const letterboxShown = defineTextMail(
  'letterboxes',
  'letterboxShown',
  ({ url }: ToOwner) => ({
    button: url,
  }),
)
