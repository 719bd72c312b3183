import { useQuery } from '@tanstack/react-query'
import type { Order } from '#features/orders/contract.order.ts'
import type { Answer, BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { paymentsApi } from '../../contract.ts'

type Standing = Answer<typeof paymentsApi.paymentStatus>['status']

const ASK_EVERY_MS = 3000
const standingKey = (orderId: string) => ['payments', orderId] as const

/** How the payment of an order stands; asked again while nobody knows how it ends. */
export function usePaymentStanding(orderId: string) {
  return useQuery({
    queryKey: standingKey(orderId),
    queryFn: async ({ signal }): Promise<Standing> =>
      (await call('GET /payment/status', { query: { order_id: orderId }, signal })).status,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === 'under_way' ? ASK_EVERY_MS : false),
    // The page that pays knows more than what is asked meanwhile.
    refetchOnWindowFocus: false,
  })
}

/** The server could not say how a payment ended. */
export function notePaymentUnderWay(orderId: string): void {
  queryClient.setQueryData<Standing>(standingKey(orderId), 'under_way')
}

/** Which order is paid, and how much, as it is shown: nothing else may be taken. */
const shownOf = ({ refno, payment_amount, payment_currency }: Order) => ({
  orderRefno: refno,
  payment_amount,
  payment_currency,
})

/** Charges an order; after what the bank asked, the same call again tells how it ended. */
export const chargePayment = (order: Order, stripeToken: string) =>
  call('POST /payment/stripe/chargePayment', { body: { ...shownOf(order), stripeToken } })

/** What the bank would say to a test payment. */
export const confirmSandbox = (client_secret: string, approve: boolean) =>
  call('POST /payment/sandbox/confirm', { body: { client_secret, approve } })

/** Makes what the payer agrees to at PayPal; takes no money. */
export const createPayPalPayment = async (order: Order): Promise<string> =>
  (await call('POST /payment/paypal/createPayment', { body: shownOf(order) })).result.id

/** Takes the money that the payer has agreed to at PayPal. */
export const executePayPalPayment = (body: BodyInput<typeof paymentsApi.executePayment>) =>
  call('POST /payment/paypal/executePayment', { body })
