import { useTranslation } from '#platform/web/start/texts.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { cancelOrderByKey } from '../data/orders.ts'
import type { OrderDraftState } from './order-draft.ts'

/** Deletes the draft on this device and cancels the order if the server has stored it, so that no reminder is sent. */
export function useStartOver({ draft, end }: Pick<OrderDraftState, 'draft' | 'end'>) {
  const { t } = useTranslation('orders')
  const { ofError } = useErrorText()
  return () => {
    const sent = draft?.sent
    end()
    // Until the response arrives, the server may still hold the order that this request replaces.
    const keys = sent ? [sent.request_id, sent.id === null ? sent.replaces_key : null] : []
    const cancelling = keys.flatMap((key) => (key ? [cancelOrderByKey(key)] : []))
    Promise.all(cancelling).catch((error) =>
      showToast({ kind: 'error', message: t('startOver.failed', { reason: ofError(error) }) }),
    )
  }
}
