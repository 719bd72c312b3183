import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { Area } from '#platform/shared/areas.ts'

interface ToNewcomer {
  firstname: string
  url: string
}

/** Newcomers are counted when the mail is sent. */
interface Waiting {
  count: number
  /** The page for letting them in. */
  page: string
  /** The area of the readers; null for the whole community, missing in mails from before there were areas. */
  area?: Area | null
}

/** Notifies a newcomer that they were let in. */
export const newcomerLetIn = defineTextMail(
  'newcomers',
  'newcomerLetIn',
  ({ url }: ToNewcomer) => ({
    button: url,
  }),
)

/** Notifies a newcomer that they were declined, with the reason as it was typed, in their language. */
export const newcomerDeclined = defineTextMail(
  'newcomers',
  'newcomerDeclined',
  ({ reason, url }: ToNewcomer & { reason: string }) => ({ quote: reason, button: url }),
)

/** Notifies moderators of waiting newcomers. The mail contains no names. */
export const newcomersWait = defineTextMail('newcomers', 'newcomersWait', ({ page }: Waiting) => ({
  button: page,
}))
