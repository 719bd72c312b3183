import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { ApiError, call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Order } from '../../contract.order.ts'
import type { ordersApi } from '../../contract.ts'

const ORDERS_KEY = ['orders'] as const
const orderKey = (id: string) => [...ORDERS_KEY, 'byId', id] as const

/**
 * All lists and other views of the order are stale; the order itself is stored as the server answered it.
 */
function showOrder(order: Order): Order {
  queryClient.setQueryData(orderKey(order.id), order)
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'own'] })
  return order
}

/** The own orders, the newest first. */
export function useOrders() {
  return useQuery({
    queryKey: [...ORDERS_KEY, 'own'],
    queryFn: ({ signal }) => call('GET /orders/loadAllAsUser', { signal }),
  })
}

/**
 * The refusal of a payment holds the order with its current amount; every view of the order shows that from
 * now on.
 */
export function showAmountOf(current: Order): void {
  const { donation, payment_amount, payment_currency, to_pay } = current
  queryClient.setQueryData<Order>(
    orderKey(current.id),
    (order) => order && { ...order, donation, payment_amount, payment_currency, to_pay },
  )
}

/** An order by its id, as far as the person who asks may see it. */
export function useOrder(id: string | null) {
  return useQuery({
    queryKey: orderKey(id ?? ''),
    enabled: id !== null,
    queryFn: ({ signal }) =>
      call('GET /orders/loadById', { query: { order_id: id ?? '' }, signal }),
  })
}

/** Whether the order is paid by now; every view of it is updated as well. */
export const fetchOrder = (id: string): Promise<Order> =>
  queryClient.fetchQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call('GET /orders/loadById', { query: { order_id: id }, signal }),
    staleTime: 0,
  })

/** How an order stands now, asked anew. */
export function reloadOrder(id: string): Promise<void> {
  queryClient.invalidateQueries({ queryKey: [...ORDERS_KEY, 'own'] })
  return queryClient.invalidateQueries({ queryKey: orderKey(id) })
}

/** Stores an order; a repeated `request_id` is answered with the order that it stored before. */
export function useStoreOrder() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof ordersApi.store>) =>
      showOrder((await call('POST /orders/store', { body })).order_info),
  })
}

/** What is above the price is a donation. */
export function useUpdatePaymentAmount() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof ordersApi.updatePaymentAmount>) =>
      showOrder((await call('POST /orders/updatePaymentAmount', { body })).order_info),
  })
}

/** Cancels an own order; it leaves the list at once. */
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

/** Nothing is left to cancel: there is no such order, or it was paid. */
const isNothingLeft = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'not_cancellable')

/** Cancels the order that was stored with this `request_id`, if there is one that was not paid. */
export async function cancelOrderByKey(key: string): Promise<void> {
  await call('POST /orders/removeByKey', { body: { key } }).catch((error) => {
    if (!isNothingLeft(error)) throw error
  })
  queryClient.invalidateQueries({ queryKey: ORDERS_KEY })
}

/** The same for an order that is shown; every view of it then says that it is cancelled. */
export function useCancelByKey() {
  return useMutation({
    mutationFn: ({ key }: { id: string; key: string }) =>
      call('POST /orders/removeByKey', { body: { key } }),
    onSettled: (_none, _error, { id }) => reloadOrder(id),
  })
}

/** The receipt of an own order that was paid, as a PDF. */
export function useReceipt() {
  return useMutation({
    mutationFn: (id: string) => callForFile('GET /orders/receipt', { query: { order_id: id } }),
  })
}

/** Has the invoice of the amount that is shown sent to the e-mail address of the order. */
export function useRequestInvoice() {
  return useMutation({
    mutationFn: async (wish: {
      order: Order
      /** Of a guest's order. */
      key: string | undefined
      /** It was sent before, and did not arrive. */
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
