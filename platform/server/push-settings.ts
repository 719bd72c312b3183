import { z } from 'zod'

/** How to push to browsers (RFC 8030, 8292). */
export interface PushConfig {
  /** Off: no browser can subscribe, nothing is pushed, and mails are not delayed for a push. */
  enabled: boolean
  /** Undefined: generated once and stored in the database. */
  keys: { publicKey: string; privateKey: string } | undefined
  /** Contact for push services. */
  subject: string
  /** Origins of push services, in addition to those of the browser vendors. */
  services: readonly string[]
}

/** http is allowed on this machine only, for tests. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname))
  )
}

const isSubject = (text: string) => URL.canParse(text) && /^(https|mailto):/.test(text)

/** The settings. Keys are base64url as in browsers and push services, 65 and 32 bytes long. */
export const pushEnvironment = {
  PUSH: z
    .enum(['on', 'off'])
    .default('on')
    .transform((text) => text === 'on')
    .meta({
      description:
        '`off`: nobody is offered notifications on a device, and no push service is contacted ([which are contacted](notifications.md)).',
      example: 'off',
    }),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a public key of 87 characters')
    .optional()
    .meta({
      description:
        'The key by which push services know this server. Set it together with `VAPID_PRIVATE_KEY`.',
      example: 'BN...',
      unset: 'both keys are made once and kept in the database',
    }),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of 43 characters')
    .optional()
    .meta({
      description: 'The private half. Set it together with `VAPID_PUBLIC_KEY`.',
      example: 'k3...',
      unset: 'both keys are made once and kept in the database',
    }),
  VAPID_SUBJECT: z
    .string()
    .refine(isSubject, 'must begin with https:// or mailto:')
    .optional()
    .meta({
      description: 'Whom a push service can contact about this server: an address or a page.',
      example: 'mailto:hello@lend.example.org',
      unset: '`PUBLIC_URL` if it begins with `https:`, otherwise the address in `MAIL_FROM`',
    }),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .refine(
      (services) => services.every(isOrigin),
      'must be addresses that begin with https://, with commas between',
    )
    .meta({
      description:
        'Origins of further push services, with commas between them, for browsers that use neither of the four large ones.',
      example: 'https://push.example.org',
      unset: 'those of Chrome, Firefox, Safari and Edge',
    }),
}

type PushEnvironment = z.output<z.ZodObject<typeof pushEnvironment>> & { MAIL_FROM: string }

export function pushConfigOf(env: PushEnvironment, publicUrl: string): PushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  const mailbox = /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailbox.trim()}`
  return {
    enabled: env.PUSH,
    keys: publicKey && privateKey ? { publicKey, privateKey } : undefined,
    subject: env.VAPID_SUBJECT ?? contact,
    services: env.PUSH_SERVICES.map((each) => new URL(each).origin),
  }
}
