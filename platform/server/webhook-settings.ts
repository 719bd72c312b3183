import { z } from 'zod'

const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/'

/** Where webhooks may lead besides public addresses. */
export const webhookEnvironment = {
  WEBHOOK_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as http://10.0.0.5:8080, with commas between',
    )
    .transform((origins) => origins.map((each) => new URL(each).origin))
    .meta({
      description:
        'Origins in your own network that [webhooks](webhooks.md) may call, with commas between them.',
      example: 'http://10.0.0.5:8080',
      unset: 'only https addresses on the public internet',
    }),
}
