import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** The waiting messages are counted when the mail is sent. */
interface Held {
  count: number
  /** The page on which moderators decide about them. */
  page: string
}

/** Notifies moderators that messages wait. The mail never quotes these messages. */
export const heldMessages = defineTextMail('transactions', 'heldMessages', ({ page }: Held) => ({
  button: page,
}))
