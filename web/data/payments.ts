import { call } from './api-client.ts'

/** Charges an order; after what the bank asked, the same call again tells how it ended. */
export const chargePayment = (orderRefno: string, stripeToken: string) =>
  call('POST /payment/stripe/chargePayment', { body: { orderRefno, stripeToken } })

/** What the bank would say to a test payment. */
export const confirmSandbox = (client_secret: string, approve: boolean) =>
  call('POST /payment/sandbox/confirm', { body: { client_secret, approve } })
