import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { ApiError, call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Order } from '../../contract.order.ts'
import type { ordersApi } from '../../contract.ts'

const ORDERS_KEY = ['orders'] as const
const orderKey = (id: string) => [...ORDERS_KEY, 'byId', id] as const

/** Caches the order from the response and invalidates all lists. */
function showOrder(order: Order): Order {
  queryClient.setQueryData(orderKey(order.id), order)
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'own'] })
  return order
}

/** The user's orders, newest first. */
export function useOrders() {
  return useQuery({
    queryKey: [...ORDERS_KEY, 'own'],
    queryFn: ({ signal }) => call('GET /orders/loadAllAsUser', { signal }),
  })
}

/** Updates the cached order from a rejected payment, so that every view shows the current amount. */
export function showAmountOf(current: Order): void {
  const { donation, payment_amount, payment_currency, to_pay } = current
  queryClient.setQueryData<Order>(
    orderKey(current.id),
    (order) => order && { ...order, donation, payment_amount, payment_currency, to_pay },
  )
}

/** An order by its id, as far as the caller may see it. */
export function useOrder(id: string | null) {
  return useQuery({
    queryKey: orderKey(id ?? ''),
    enabled: id !== null,
    queryFn: ({ signal }) =>
      call('GET /orders/loadById', { query: { order_id: id ?? '' }, signal }),
  })
}

/** Fetches the order to see whether it is paid, and updates every view of it. */
export const fetchOrder = (id: string): Promise<Order> =>
  queryClient.fetchQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call('GET /orders/loadById', { query: { order_id: id }, signal }),
    staleTime: 0,
  })

/** Reloads an order and the lists that contain it. */
export function reloadOrder(id: string): Promise<void> {
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'own'] })
  return queryClient.invalidateQueries({ queryKey: orderKey(id) })
}

/** Stores an order; repeating a `request_id` returns the order that it stored before. */
export function useStoreOrder() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof ordersApi.store>) =>
      showOrder((await call('POST /orders/store', { body })).order_info),
  })
}

/** Everything above the price is a donation. */
export function useUpdatePaymentAmount() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof ordersApi.updatePaymentAmount>) =>
      showOrder((await call('POST /orders/updatePaymentAmount', { body })).order_info),
  })
}

/** Cancels the user's own order; it leaves the list at once. */
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: string) => call('POST /orders/removeAsUser', { body: { id } }),
    onSuccess: (_none, gone) => {
      queryClient.setQueryData<Order[]>([...ORDERS_KEY, 'own'], (orders) =>
        orders?.filter(({ id }) => id !== gone),
      )
    },
    onSettled: (_none, _error, id) => reloadOrder(id),
  })
}

/** Nothing is left to cancel: the order does not exist, or it was paid. */
const isNothingLeft = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'not_cancellable')

/** Cancels the order stored with this `request_id`, if it exists and is unpaid. */
export async function cancelOrderByKey(key: string): Promise<void> {
  await call('POST /orders/removeByKey', { body: { key } }).catch((error) => {
    if (!isNothingLeft(error)) throw error
  })
  queryClient.invalidateQueries({ queryKey: ORDERS_KEY })
}

/** The same for a displayed order; every view of it then shows it as cancelled. */
export function useCancelByKey() {
  return useMutation({
    mutationFn: ({ key }: { id: string; key: string }) =>
      call('POST /orders/removeByKey', { body: { key } }),
    onSettled: (_none, _error, { id }) => reloadOrder(id),
  })
}

/** The receipt of the user's own paid order, as a PDF. */
export function useReceipt() {
  return useMutation({
    mutationFn: (id: string) => callForFile('GET /orders/receipt', { query: { order_id: id } }),
  })
}

/** Mails the invoice for the displayed amount to the address of the order. */
export function useRequestInvoice() {
  return useMutation({
    mutationFn: async (wish: {
      order: Order
      /** Key of a guest's order. */
      key: string | undefined
      /** It was sent before but did not arrive. */
      again: boolean
    }) => {
      const { id, refno, to_pay, payment_currency } = wish.order
      const shownPayment = { payment_amount: to_pay, payment_currency }
      const options = { ...(wish.key && { key: wish.key }), ...(wish.again && { again: true }) }
      await call('POST /orders/requestInvoice', {
        body: { id, refno, ...shownPayment, ...options },
      })
    },
    onSuccess: (_none, { order: { id } }) => {
      queryClient.setQueryData<Order>(
        orderKey(id),
        (order) => order && { ...order, payment_method: 'invoice' },
      )
    },
  })
}
