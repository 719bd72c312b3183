import type { WebhookEvent } from '../../webhook-events.ts'

/** Keys of the texts, in which a dot would be a step into an object. */
const NAMES = {
  'letterbox.created': 'names.letterbox_created',
  'order.paid': 'names.order_paid',
  'order.shipped': 'names.order_shipped',
  'report.created': 'names.report_created',
  'account.deleted': 'names.account_deleted',
} as const satisfies Record<WebhookEvent, string>

export const nameOf = (event: WebhookEvent) => NAMES[event]
