import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface ToNewcomer {
  firstname: string
  url: string
}

/** Those who wait are counted when the mail is sent. */
interface Waiting {
  count: number
  /** The page on which moderators let them in. */
  page: string
}

/** Tells somebody that the wait is over. */
export const newcomerLetIn = defineTextMail(
  'newcomers',
  'newcomerLetIn',
  ({ url }: ToNewcomer) => ({
    button: url,
  }),
)

/** Tells somebody that they were not let in, and why: as it was typed, in their language. */
export const newcomerDeclined = defineTextMail(
  'newcomers',
  'newcomerDeclined',
  ({ reason, url }: ToNewcomer & { reason: string }) => ({ quote: reason, button: url }),
)

/** Tells moderators that people wait. Who they are stands in no mail. */
export const newcomersWait = defineTextMail('newcomers', 'newcomersWait', ({ page }: Waiting) => ({
  button: page,
}))
