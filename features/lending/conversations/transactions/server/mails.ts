import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** The waiting messages are counted when the mail is sent. */
interface Held {
  count: number
  /** The page on which moderators decide about them. */
  page: string
}

/** Tells moderators that messages wait. What these messages say stands in no mail. */
export const heldMessages = defineTextMail('transactions', 'heldMessages', ({ page }: Held) => ({
  button: page,
}))

interface HeldReply {
  firstname: string
  /** Which conversation: the thing and the other one's name. */
  about: string
  /** Where it came from by its own word. */
  from: string
  text: string
  yesUrl: string
  noUrl: string
}

/** Asks the owner of an account whether a reply was theirs whose sender could not be checked. */
export const replyHeld = defineTextMail(
  'transactions',
  'replyHeld',
  ({ about, from, text, yesUrl, noUrl }: HeldReply, t) => ({
    facts: [
      { label: t('mails.replyHeld.about'), value: about },
      { label: t('mails.replyHeld.from'), value: from },
    ],
    quote: text,
    buttons: [
      { label: t('mails.replyHeld.yes'), url: yesUrl },
      { label: t('mails.replyHeld.no'), url: noUrl },
    ],
  }),
)
