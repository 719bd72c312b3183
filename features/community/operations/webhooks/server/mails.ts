import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  host: string
  url: string
}

/** Notifies the administrators that a webhook was switched off. */
export const webhookOff = defineTextMail('webhooks', 'webhookOff', ({ host, url }: Content) => ({
  quote: host,
  button: url,
}))
