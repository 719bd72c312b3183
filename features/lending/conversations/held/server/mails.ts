import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { Area } from '#platform/shared/areas.ts'

/** The waiting messages are counted when the mail is sent. */
interface Held {
  count: number
  /** The page on which moderators decide about them. */
  page: string
  /** The area of the readers; null for the whole community, missing in mails from before there were areas. */
  area?: Area | null
}

/** Notifies moderators that messages wait. The mail never quotes these messages. */
export const heldMessages = defineTextMail('transactions', 'heldMessages', ({ page }: Held) => ({
  button: page,
}))
