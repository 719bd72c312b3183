import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import type { Order } from '../contract.order.ts'
import { cancelOrderByKey, fetchOrder, useOrder, useStoreOrder } from './data/orders.ts'
import { isStillWanted, type OrderDraft, type SentOrder } from './form/order-draft.ts'
import { checkedOrder } from './form/order-form-steps.ts'

export const isPaid = ({ order_status: { name } }: Order): boolean =>
  name === 'paid' || name === 'processed'

interface StoredOrderOptions {
  draft: OrderDraft
  change: (changes: Partial<OrderDraft>) => void
  /** The ordering account; null for a guest. */
  viewer: string | null
  /** Proof of work of a guest. */
  takeCaptcha: () => Promise<string | undefined>
  /** Called when the order to replace was paid meanwhile. */
  onPaidBefore: (id: string) => void
}

/**
 * The stored order of a draft: stores it if necessary, otherwise loads it. An order that was changed after it was
 * stored is stored again and replaces the first one.
 */
export function useStoredOrder(options: StoredOrderOptions) {
  const { draft, change, viewer, takeCaptcha, onPaidBefore } = options
  const checked = checkedOrder(draft)
  const content = JSON.stringify([viewer, draft.product, draft.show_on_map, checked])
  const sentOrder = draft.sent?.content === content ? draft.sent : null
  const storedOrder = useOrder(sentOrder?.id ?? null)
  const store = useStoreOrder()
  const [error, setError] = useState<unknown>(null)
  const busy = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const send = async (sending: SentOrder): Promise<void> => {
    if (!checked) return
    // Saved before sending: if the response is lost, the retry returns the same order instead of storing a second
    // one.
    change({ sent: sending })
    const { request_id, replaces, replaces_key } = sending
    try {
      const { id } = await store.mutateAsync({
        ...checked,
        product_id: draft.product,
        show_on_map: draft.show_on_map,
        donation: toMoney(draft.donation_cents),
        lang: currentLanguage(),
        request_id,
        ...(replaces !== null && { replaces }),
        ...(replaces_key !== null && { replaces_key }),
        captcha: await takeCaptcha(),
      })
      // A user who has started over meanwhile has no draft to update.
      if (isShown.current) change({ sent: { ...sending, id } })
      else if (!isStillWanted(request_id)) await cancelOrderByKey(request_id)
    } catch (reason) {
      if (replaces === null || !(reason instanceof ApiError) || reason.code !== 'not_cancellable') {
        throw reason
      }
      if (isPaid(await fetchOrder(replaces))) return onPaidBefore(replaces)
      // The earlier order was cancelled elsewhere, so nothing is left to replace.
      return send({
        ...sending,
        request_id: newRequestId(),
        replaces: null,
        replaces_key: null,
      })
    }
  }
  const begin = async () => {
    if (busy.current) return
    busy.current = true
    setError(null)
    const { sent: before } = draft
    try {
      await send(
        sentOrder ?? {
          request_id: newRequestId(),
          content,
          replaces: before?.id ?? before?.replaces ?? null,
          replaces_key: (before?.id ? before.request_id : before?.replaces_key) ?? null,
          id: null,
        },
      )
    } catch (reason) {
      setError(reason)
    } finally {
      busy.current = false
    }
  }
  const onMissing = useEffectEvent(() => void begin())
  const missing = sentOrder?.id == null
  useEffect(() => {
    if (missing) onMissing()
  }, [missing])

  return {
    order: storedOrder.data,
    error: error ?? storedOrder.error,
    /** Was stored but no longer exists. */
    gone: storedOrder.error instanceof ApiError && storedOrder.error.code === 'not_found',
    retry: () => {
      if (missing) void begin()
      else void storedOrder.refetch()
    },
  }
}
