import { type DecisionInMail, decisionInMail } from '#features/people/decisions/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface ToOwner {
  firstname: string
  address: string
  url: string
}

interface Hidden extends ToOwner {
  /** As the moderator typed it. */
  reason: string
  /** Absent of mails that were written before there were any. */
  decision?: DecisionInMail
}

/** Tells an owner that the community has taken the letterbox off the map, and why. */
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

/** Tells an owner that the letterbox is hidden by the community no longer. */
export const letterboxShown = defineTextMail(
  'letterboxes',
  'letterboxShown',
  ({ url }: ToOwner) => ({
    button: url,
  }),
)
