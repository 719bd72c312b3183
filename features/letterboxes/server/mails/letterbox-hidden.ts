import { type DecisionInMail, decisionInMail } from '#features/decisions/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  address: string
  /** As the moderator typed it. */
  reason: string
  /** Absent of mails that were written before there were any. */
  decision?: DecisionInMail
  url: string
}

/** Tells an owner that the community has taken the letterbox off the map, and why. */
export const letterboxHidden = defineMail<Content>(
  'letterboxHidden',
  ({ firstname, address, reason, decision, url }, { lang, brand }) => {
    const t = texts('letterboxes', lang)
    const { facts, buttons, notes } = decisionInMail(decision, lang)
    return {
      subject: t('mails.letterboxHidden.subject'),
      preview: t('mails.letterboxHidden.preview'),
      heading: t('mails.letterboxHidden.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.letterboxHidden.body', { address })],
      facts,
      quote: reason,
      buttons: [
        {
          label: t('mails.letterboxHidden.button'),
          url,
        },
        ...buttons,
      ],
      note: [t('mails.letterboxHidden.note'), ...notes].join(' '),
      footer: t('mails.letterboxHidden.footer', { brand }),
    }
  },
)
