import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { FREQUENCIES } from '#platform/shared/notification-kinds.ts'

const frequencySchema = z.enum(FREQUENCIES)

export const notificationSettingsSchema = z.object({
  request: frequencySchema,
  /** Off if and only if `enable_notifications` of the privacy settings is off. */
  message: frequencySchema,
  reminder: frequencySchema,
  wish: frequencySchema,
  community: frequencySchema,
})
/** Whether the user gets mass mails. `neighbourhood` is null until the user has answered the offer. */
export const mailSettingsSchema = z.object({
  announcements: z.boolean(),
  neighbourhood: z.boolean().nullable(),
  /** Whether the community sends the neighbourhood mail; if not, it is not offered. */
  sends_neighbourhood: z.boolean(),
})
export type MailSettings = z.infer<typeof mailSettingsSchema>

export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

const settingsCall = {
  access: 'user',
  status: 200,
  answer: notificationSettingsSchema,
  path: '/userSettings/notifications',
} as const

export const notificationsApi = defineEndpoints({
  get: {
    ...settingsCall,
    method: 'GET',
    summary: 'How often one is told of each kind of thing',
    errors: [],
  },
  update: {
    ...settingsCall,
    method: 'POST',
    whileWaiting: true,
    summary: 'Changes how often one is told; a kind that is left out keeps its value',
    body: notificationSettingsSchema.partial(),
    errors: ['validation'],
  },
})

export const mailSettingsApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/userSettings/mails',
    summary: 'Which mails to many one gets: announcements, and the neighbourhood mail',
    access: 'user',
    status: 200,
    answer: mailSettingsSchema,
    errors: [],
  },
  update: {
    method: 'POST',
    path: '/userSettings/mails',
    whileWaiting: true,
    summary: 'Changes which of them one gets; what is left out keeps its value',
    access: 'user',
    body: z.object({ announcements: z.boolean(), neighbourhood: z.boolean() }).partial(),
    status: 200,
    answer: mailSettingsSchema,
    errors: ['validation'],
  },
})

/** Base64url of a curve point (65 bytes) and of 16 random bytes; some browsers append the padding. */
const BASE64URL = { p256dh: /^[\w-]{87}=?$/, auth: /^[\w-]{22}(==)?$/ }

const endpointSchema = z.string().max(1000)
const authSchema = z.string().regex(BASE64URL.auth)

export const pushApi = defineEndpoints({
  subscribe: {
    method: 'POST',
    path: '/push/subscribe',
    whileWaiting: true,
    summary:
      'Tells this browser from now on, as long as the session lasts; what a PushSubscription says of itself. A browser that belonged to another account belongs to this one afterwards',
    access: 'user',
    body: z.object({
      endpoint: endpointSchema,
      expirationTime: z.number().nullable().optional(),
      keys: z.object({
        p256dh: z.string().regex(BASE64URL.p256dh),
        auth: authSchema,
      }),
    }),
    status: 204,
    answer: null,
    errors: ['validation'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/push/unsubscribe',
    whileWaiting: true,
    summary:
      'Tells this browser no more; again does no harm. Without an endpoint: whatever browser was told in this session',
    access: 'user',
    body: z.object({ endpoint: endpointSchema.nullish() }),
    status: 204,
    answer: null,
    errors: ['validation'],
  },
  received: {
    method: 'POST',
    path: '/push/received',
    summary:
      'A push has arrived at this browser, which proves by the secret of its subscription who it is; the same answer where that is not known',
    access: 'public',
    body: z.object({ endpoint: endpointSchema, auth: authSchema }),
    status: 204,
    answer: null,
    errors: ['validation'],
  },
  devices: {
    method: 'GET',
    path: '/push/devices',
    summary:
      'How many browsers the caller is told on, and how many of them take pushes without ever showing one',
    access: 'user',
    status: 200,
    answer: z.object({ count: z.int(), silent: z.int() }),
    errors: [],
  },
})
