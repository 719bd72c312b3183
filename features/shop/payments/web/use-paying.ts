import { useRef, useState } from 'react'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { reloadOrder, showAmountOf } from '#features/shop/orders/web/data/door.ts'
import { ERRORS } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { DECLINE_REASONS } from '../decline-reasons.ts'
import { chargePayment, notePaymentUnderWay } from './data/payments.ts'

/** The payer left the bank's question: nothing failed, and nothing was paid. */
export class LeftBankError extends Error {}

/** Carries the message of a provider's own library, written for the payer. */
export class ProviderError extends Error {}

/**
 * Asks the payer's bank; resolves once the bank has answered, whatever the answer was.
 * @returns the reason for a failure, where the provider's library gives it in the language of the page
 */
type AskBank = (clientSecret: string) => Promise<string | null>

/** Why a payment failed, for the payer. */
export interface Failure {
  /** Our own message; `words` may be a bank's, in the bank's language. */
  title?: string
  words: string
}

/** Results of a payment that matter beyond its dialog. */
export interface PayingCallbacks {
  onPaid: () => void
  /** Called when the outcome is unknown or the order no longer waits for a payment; the customer should not pay now. */
  onUnclear: () => void
}

const isDeclined = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'payment_declined'

/** Charges with a token; null if the bank has not answered yet. */
async function chargeWith(order: Order, token: string, askBank: AskBank): Promise<true | null> {
  const first = await chargePayment(order, token)
  if (first.status === 'success') return true
  const refusal = await askBank(first.client_secret)
  try {
    const { status } = await chargePayment(order, token)
    if (status === 'success') return true
  } catch (error) {
    throw refusal !== null && isDeclined(error) ? new ProviderError(refusal) : error
  }
  if (refusal !== null) throw new ProviderError(refusal)
  return null
}

/** Explains that the amount has changed and shows the new one on the page; null for other errors. Nothing was paid. */
export function useChangedAmount() {
  const { t } = useTranslation('payments')
  return (error: unknown): string | null => {
    if (!(error instanceof ApiError) || error.code !== 'amount_changed') return null
    const current = error.current as Order
    showAmountOf(current)
    return t('amountChanged', {
      money: formatMoney(current.to_pay, current.payment_currency),
    })
  }
}

/**
 * Runs one payment of an order at a time, from the click to its result.
 * @param declined the message if no reason is given
 */
export function usePaying(order: Order, declined: string, { onPaid, onUnclear }: PayingCallbacks) {
  const { ofError } = useErrorText()
  const { t } = useTranslation('payments')
  const changedAmount = useChangedAmount()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // React state changes too late to stop the second of two quick clicks.
  const busy = useRef(false)

  const failureOf = (error: unknown): Failure => {
    if (error instanceof ProviderError) return { words: error.message }
    if (!isDeclined(error)) return { words: ofError(error) }
    const reason = DECLINE_REASONS.find((each) => each === error.errorMsg)
    if (reason) return { title: declined, words: t(`declines.${reason}`) }
    const silent = error.message === '' || error.message === ERRORS.payment_declined[1]
    return silent ? { words: declined } : { title: declined, words: error.message }
  }

  const fail = (error: unknown): void => {
    const code = error instanceof ApiError ? error.code : null
    const changed = changedAmount(error)
    if (changed !== null) setFailure({ words: changed })
    else if (code === 'payment_pending' || code === 'not_payable') {
      if (code === 'payment_pending') notePaymentUnderWay(order.id)
      void reloadOrder(order.id)
      onUnclear()
    } else if (!(error instanceof LeftBankError)) setFailure(failureOf(error))
  }

  /** `work` resolves with true if the order is paid, and with false if it is not and can be retried. */
  const settleWith = async (work: () => Promise<boolean>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setFailure(null)
    try {
      if (await work()) {
        // The next screen shows the state of the order.
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

  /** Pays with the token that `obtain` gets from the card's provider. */
  const payWith = (obtain: () => Promise<string>, askBank: AskBank) =>
    settleWith(async () => (await chargeWith(order, await obtain(), askBank)) ?? false)

  return { sending, failure, payWith, settleWith, fail }
}
