import { useTranslation } from '#platform/web/start/texts.ts'
import type { WebhookEvent } from '../../webhook-events.ts'

/** Keys of the texts, in which a dot would be a step into an object. */
const NAMES = {
  'letterbox.created': 'admin-webhooks:names.letterbox_created',
  'order.paid': 'admin-webhooks:names.order_paid',
  'order.shipped': 'admin-webhooks:names.order_shipped',
  'report.created': 'admin-webhooks:names.report_created',
  'account.deleted': 'admin-webhooks:names.account_deleted',
} as const satisfies Record<WebhookEvent, string>

/** The name of an event in the language of the app. */
export function useEventNames() {
  const { t } = useTranslation('admin-webhooks')
  return (event: WebhookEvent) => t(NAMES[event])
}
