/** What a webhook can be told. A new event needs its trigger in `database.sql`, and a text in every language. */
export const WEBHOOK_EVENTS = [
  'letterbox.created',
  'order.paid',
  'order.shipped',
  'report.created',
  'account.deleted',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** Why an attempt failed. `off`: the webhook was switched off in between. */
export const DELIVERY_FAILURES = [
  'status',
  'redirect',
  'timeout',
  'private_address',
  'unknown_host',
  'certificate',
  'connection',
  'off',
] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]
