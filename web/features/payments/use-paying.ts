import { ERRORS } from '@letterlend/contract/errors.ts'
import type { Order } from '@letterlend/contract/order-info.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../data/api-client.ts'
import { reloadOrder } from '../../data/orders.ts'
import { chargePayment, notePaymentUnderWay } from '../../data/payments.ts'
import { useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'

/** Whoever pays went away from what the bank asked: nothing failed, and nothing was paid. */
export class LeftBankError extends Error {}

/** What a provider's own library says in words for whoever pays. */
export class ProviderError extends Error {}

/**
 * Asks the payer's bank; resolves once it has been answered, whatever the answer was.
 * @returns why not, where the provider's library says so in the language of the page
 */
type AskBank = (clientSecret: string) => Promise<string | null>

/** Why a payment failed, in words for whoever pays. */
export interface Failure {
  /** In our words, where the others are a bank's and in its language. */
  title?: string
  words: string
}

/** The ends of a payment that concern more than the dialog it was made in. */
export interface PayingCallbacks {
  /** The order is paid. */
  onPaid: () => void
  /** Nobody knows yet how the payment ends, or the order waits for none: nobody should pay now. */
  onUnclear: () => void
}

const isDeclined = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'payment_declined'

/** Charges with a token; null where the bank has not answered yet. */
async function chargeWith(refno: string, token: string, askBank: AskBank): Promise<true | null> {
  const first = await chargePayment(refno, token)
  if (first.status === 'success') return true
  const refusal = await askBank(first.client_secret)
  try {
    const { status } = await chargePayment(refno, token)
    if (status === 'success') return true
  } catch (error) {
    throw refusal !== null && isDeclined(error) ? new ProviderError(refusal) : error
  }
  if (refusal !== null) throw new ProviderError(refusal)
  return null
}

/**
 * One payment of an order at a time, from the click to how it ended.
 * @param declined what is said where nobody says why
 */
export function usePaying(order: Order, declined: string, { onPaid, onUnclear }: PayingCallbacks) {
  const { ofError } = useErrorText()
  const { t } = useTranslation('payments')
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // State comes too late for the second of two quick clicks.
  const busy = useRef(false)

  const failureOf = (error: unknown): Failure => {
    if (error instanceof ProviderError) return { words: error.message }
    if (!isDeclined(error)) return { words: ofError(error) }
    const silent = error.message === '' || error.message === ERRORS.payment_declined[1]
    return silent ? { words: declined } : { title: declined, words: error.message }
  }

  const fail = (error: unknown): void => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'payment_pending' || code === 'not_payable') {
      if (code === 'payment_pending') notePaymentUnderWay(order.id)
      void reloadOrder(order.id)
      onUnclear()
    } else if (!(error instanceof LeftBankError)) setFailure(failureOf(error))
  }

  /** `work` answers whether the order is paid; false: not yet, and it can be tried again. */
  const settleWith = async (work: () => Promise<boolean>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setFailure(null)
    try {
      if (await work()) {
        // What comes next shows how the order stands.
        await reloadOrder(order.id)
        onPaid()
      } else setFailure({ words: t('bank.unanswered') })
    } catch (error) {
      fail(error)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  /** Pays with the token that `obtain` gets from whoever knows the card. */
  const payWith = (obtain: () => Promise<string>, askBank: AskBank) =>
    settleWith(async () => (await chargeWith(order.refno, await obtain(), askBank)) ?? false)

  return { sending, failure, payWith, settleWith, fail }
}
