import { useQuery } from '@tanstack/react-query'
import type { Order } from '#features/shop/orders/contract.order.ts'
import type { Answer, BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { paymentsApi } from '../../contract.ts'

type Standing = Answer<typeof paymentsApi.paymentStatus>['status']

const ASK_EVERY_MS = 3000
const standingKey = (orderId: string) => ['payments', orderId] as const

/** The state of an order's payment; polled while its outcome is open. */
export function usePaymentStanding(orderId: string) {
  return useQuery({
    queryKey: standingKey(orderId),
    queryFn: async ({ signal }): Promise<Standing> =>
      (await call('GET /payment/status', { query: { order_id: orderId }, signal })).status,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === 'under_way' ? ASK_EVERY_MS : false),
    // The paying page knows more than a response that was requested meanwhile.
    refetchOnWindowFocus: false,
  })
}

/** Called when the server could not say how a payment ended. */
export function notePaymentUnderWay(orderId: string): void {
  queryClient.setQueryData<Standing>(standingKey(orderId), 'under_way')
}

/** Order and displayed amount; no other amount may be charged. */
const shownOf = ({ refno, to_pay, payment_currency }: Order) => ({
  orderRefno: refno,
  payment_amount: to_pay,
  payment_currency,
})

/** Charges an order. After the bank's question, repeating the call returns the result. */
export const chargePayment = (order: Order, stripeToken: string) =>
  call('POST /payment/stripe/chargePayment', { body: { ...shownOf(order), stripeToken } })

/** Plays the bank for a test payment. */
export const confirmSandbox = (client_secret: string, approve: boolean) =>
  call('POST /payment/sandbox/confirm', { body: { client_secret, approve } })

/** Creates the payment that the payer approves at PayPal; takes no money. */
export const createPayPalPayment = async (order: Order): Promise<string> =>
  (await call('POST /payment/paypal/createPayment', { body: shownOf(order) })).result.id

/** Takes the money after the payer has approved at PayPal. */
export const executePayPalPayment = (body: BodyInput<typeof paymentsApi.executePayment>) =>
  call('POST /payment/paypal/executePayment', { body })
