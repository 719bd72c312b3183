import { z } from 'zod'

/** Where mails come from: a polled mailbox, or a socket on which a mail server delivers them. */
export type MailSource =
  | {
      kind: 'imap'
      host: string
      port: number
      /** Implicit TLS. */
      secure: boolean
      user: string
      password: string
      folder: string
    }
  | { kind: 'lmtp'; host: string; port: number }
  | { kind: 'lmtp'; path: string }

/** How mails are received. Undefined in the settings: not at all, and our mails do not invite replies. */
export interface InboundConfig {
  source: MailSource
  /** `reply@lend.example.org`; each mail gets its own suffix after a plus. */
  address: { local: string; domain: string }
  /** The server whose `Authentication-Results` are trusted; undefined: none. */
  authservId: string | undefined
  /** Whether outgoing mails use it as their envelope sender, so that bounces arrive. */
  bounces: boolean
}

/** The part before the @ has at most 64 characters (RFC 5321); our suffix takes 47 with the plus. */
const LONGEST_LOCAL = 64 - 47
const ADDRESS = /^([a-z\d](?:[a-z\d._-]*[a-z\d])?)@([a-z\d](?:[a-z\d.-]*[a-z\d])?)$/i

const IS_URL =
  'must be imaps://user:password@host, imap://user:password@host, lmtp://127.0.0.1:2424 or lmtp:///run/letterlend/mail.sock'

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function imapOf({ protocol, hostname, port, username, password, pathname }: URL) {
  const secure = protocol === 'imaps:'
  const user = decoded(username)
  const pass = decoded(password)
  const folder = decoded(pathname.slice(1))
  if (user === null || pass === null || folder === null) return 'must encode every % as %25'
  if (!hostname || !user || !pass) return 'must contain the user, the password and the host'
  return {
    kind: 'imap' as const,
    host: hostname,
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    user,
    password: pass,
    folder: folder || 'INBOX',
  }
}

function lmtpOf({ hostname, port, pathname }: URL) {
  if (hostname) {
    if (!port) return 'must name a port, as in lmtp://127.0.0.1:2424'
    return { kind: 'lmtp' as const, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  }
  const path = decoded(pathname)
  return path && path !== '/' ? { kind: 'lmtp' as const, path } : IS_URL
}

const sourceSchema = z.string().transform((text, context): MailSource => {
  const url = /^(imaps?|lmtp):\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  const source = url === null ? IS_URL : url.protocol === 'lmtp:' ? lmtpOf(url) : imapOf(url)
  if (typeof source !== 'string') return source
  context.addIssue(source)
  return z.NEVER
})

const addressSchema = z.string().transform((text, context): InboundConfig['address'] => {
  const [, local, domain] = ADDRESS.exec(text.trim()) ?? []
  if (local && domain && local.length <= LONGEST_LOCAL) {
    return { local: local.toLowerCase(), domain: domain.toLowerCase() }
  }
  context.addIssue(
    `must be an address without a plus, with at most ${LONGEST_LOCAL} characters before the @, such as reply@lend.example.org`,
  )
  return z.NEVER
})

export const inboundEnvironment = {
  INBOUND_MAIL: sourceSchema.optional().meta({
    description:
      'Where mails come in, so that people can answer by replying to a mail and late bounces are noticed ([replies and bounces](operation.md#replies-and-bounces)): a mailbox (`imaps://`), or an address to which a mail server delivers (`lmtp://127.0.0.1:2424`, `lmtp:///run/letterlend/mail.sock`). Set it together with `INBOUND_ADDRESS`.',
    example: 'imaps://user:password@mail.example.org',
    unset: 'replies to mails do not arrive',
  }),
  INBOUND_ADDRESS: addressSchema.optional().meta({
    description: 'The address that leads there. Set it together with `INBOUND_MAIL`.',
    example: 'reply@lend.example.org',
    unset: 'replies to mails do not arrive',
  }),
  INBOUND_AUTHSERV_ID: z
    .string()
    .regex(
      /^[a-z\d]([a-z\d._-]*[a-z\d])?$/i,
      'must be the name by which the server signs, such as mx.example.org',
    )
    .optional()
    .meta({
      description: 'The receiving server whose `Authentication-Results` are trusted.',
      example: 'mx.example.org',
      unset: 'a reply is accepted by its secret address and its sender',
    }),
  INBOUND_BOUNCES: z
    .enum(['on', 'off'])
    .default('on')
    .transform((text) => text === 'on')
    .meta({
      description:
        'Mails name an address below `INBOUND_ADDRESS` as their envelope sender, so that bounces come back. `off` if the mail server allows no other sender.',
      example: 'off',
    }),
}

type InboundEnvironment = z.output<z.ZodObject<typeof inboundEnvironment>>

/** Both settings or neither. @throws {Error} if one of them is missing */
export function inboundConfigOf(env: InboundEnvironment): InboundConfig | undefined {
  const { INBOUND_MAIL: source, INBOUND_ADDRESS: address } = env
  if (!source && !address) return undefined
  if (!source || !address) {
    throw new Error(
      'Mails are received with INBOUND_MAIL and INBOUND_ADDRESS: set both, or neither.',
    )
  }
  const authservId = env.INBOUND_AUTHSERV_ID?.toLowerCase()
  return { source, address, authservId, bounces: env.INBOUND_BOUNCES }
}
