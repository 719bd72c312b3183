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
  /** Whether the neighbourhood mail comes each week instead of each month. */
  neighbourhood_weekly: z.boolean(),
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
    summary: 'Returns how often the caller is notified of each kind of event',
    errors: [],
  },
  update: {
    ...settingsCall,
    method: 'POST',
    whileWaiting: true,
    summary: 'Changes how often the caller is notified; a kind that is left out keeps its value',
    body: notificationSettingsSchema.partial(),
    errors: ['validation'],
  },
})

export const mailSettingsApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/userSettings/mails',
    summary: 'Returns whether the caller gets announcements and the neighbourhood mail',
    access: 'user',
    status: 200,
    answer: mailSettingsSchema,
    errors: [],
  },
  update: {
    method: 'POST',
    path: '/userSettings/mails',
    whileWaiting: true,
    summary: 'Changes which of these mails the caller gets; one that is left out keeps its value',
    access: 'user',
    body: z
      .object({
        announcements: z.boolean(),
        neighbourhood: z.boolean(),
        neighbourhood_weekly: z.boolean(),
      })
      .partial(),
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
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Subscribes this browser to pushes for as long as the session lasts, with the fields of its PushSubscription. A browser that belonged to another account now belongs to this one',
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
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Unsubscribes this browser from pushes; repeating it is harmless. Without an endpoint it unsubscribes the browser of this session',
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
      'Records that a push has arrived at this browser, which proves its identity by the secret of its subscription; answers the same if the secret is unknown',
    access: 'public',
    body: z.object({ endpoint: endpointSchema, auth: authSchema }),
    status: 204,
    answer: null,
    errors: ['validation'],
  },
  devices: {
    method: 'GET',
    path: '/push/devices',
    sessionOnly: true,
    summary:
      'Returns how many browsers of the caller get pushes, and how many of them accept pushes without ever showing one',
    access: 'user',
    status: 200,
    answer: z.object({ count: z.int(), silent: z.int() }),
    errors: [],
  },
})
