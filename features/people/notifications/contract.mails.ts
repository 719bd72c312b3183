import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'
import { MAILING_TOPICS, type NotificationKind } from '#platform/shared/notification-kinds.ts'
import { mailSettingsSchema, notificationSettingsSchema } from './contract.ts'

/** Mails that a link can end; for digests, everything that comes in digests. */
const ENDABLE = [
  'answers',
  'requests',
  'membership',
  'reminders',
  'wishes',
  'community',
  'digest',
  ...MAILING_TOPICS,
] as const
export type EndableMails = (typeof ENDABLE)[number]

/** The notification kind of each. */
export const ENDABLE_KINDS = {
  answers: 'message',
  requests: 'request',
  reminders: 'reminder',
  wishes: 'wish',
  community: 'community',
} as const satisfies Partial<Record<EndableMails, NotificationKind>>

/** Frequencies before a link ended the mails; other kinds are absent. */
const mailsBeforeSchema = notificationSettingsSchema
  .partial()
  .extend({ membership: z.boolean().optional() })
  .extend(mailSettingsSchema.partial().shape)
export type MailsBefore = z.infer<typeof mailsBeforeSchema>

const LINK_ERRORS = ['invalid_token', 'rate_limited'] as const

export const mailApi = defineEndpoints({
  about: {
    method: 'POST',
    path: '/mail/about',
    summary: 'Returns which mails a link ends; ends none',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: z.object({ about: z.enum(ENDABLE) }),
    errors: LINK_ERRORS,
  },
  off: {
    method: 'POST',
    path: '/mail/off',
    summary:
      'Ends the mails of the kind that the link came with, and nothing else, logged in or not; repeating it is harmless. The link of a digest ends all kinds that come in digests. Returns the earlier setting, for `/mail/undoOff`',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: z.object({ ended: z.enum(ENDABLE), was: mailsBeforeSchema }),
    errors: LINK_ERRORS,
  },
  undoOff: {
    method: 'POST',
    path: '/mail/undoOff',
    summary: 'Restores the mails of the kind that the link came with; ignores other kinds in `was`',
    access: 'public',
    body: z.object({ token: tokenSchema, was: mailsBeforeSchema }),
    status: 200,
    answer: z.object({ resumed: z.enum(ENDABLE) }),
    errors: ['validation', ...LINK_ERRORS],
  },
})
