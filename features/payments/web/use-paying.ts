import { useRef, useState } from 'react'
import type { Order } from '#features/orders/contract.order.ts'
import { reloadOrder, showAmountOf } from '#features/orders/web/data/orders.ts'
import { ERRORS } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { DECLINE_REASONS } from '../decline-reasons.ts'
import { chargePayment, notePaymentUnderWay } from './data/payments.ts'

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

/**
 * Says that the amount is another one than was shown, and shows it on the page; null for what failed
 * for another reason. Nothing was paid.
 */
export function useChangedAmount() {
  const { t } = useTranslation('payments')
  return (error: unknown): string | null => {
    if (!(error instanceof ApiError) || error.code !== 'amount_changed') return null
    const current = error.current as Order
    showAmountOf(current)
    return t('amountChanged', {
      money: formatMoney(current.payment_amount, current.payment_currency),
    })
  }
}

/**
 * One payment of an order at a time, from the click to how it ended.
 * @param declined what is said where nobody says why
 */
export function usePaying(order: Order, declined: string, { onPaid, onUnclear }: PayingCallbacks) {
  const { ofError } = useErrorText()
  const { t } = useTranslation('payments')
  const changedAmount = useChangedAmount()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // State comes too late for the second of two quick clicks.
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
    settleWith(async () => (await chargeWith(order, await obtain(), askBank)) ?? false)

  return { sending, failure, payWith, settleWith, fail }
}
