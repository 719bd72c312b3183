import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface HeldReply {
  firstname: string
  /** Which conversation: the item and the other side's name. */
  about: string
  /** The sender's address as the mail claims it; not verified. */
  from: string
  text: string
  yesUrl: string
  noUrl: string
}

/** Asks an account owner whether a reply whose sender could not be verified was theirs. */
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
