import { ERRORS } from '@letterlend/contract/errors.ts'
import type { Order } from '@letterlend/contract/order-info.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../data/api-client.ts'
import { reloadOrder } from '../../data/orders.ts'
import { chargePayment } from '../../data/payments.ts'
import { useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'

/** Whoever pays went away from what the bank asked: nothing failed, and nothing was paid. */
export class LeftBankError extends Error {}

/** What a provider's own library says in words for whoever pays. */
export class ProviderError extends Error {}

export interface PayingCallbacks {
  /** The order is paid. */
  onPaid: () => void
  /** Nobody knows yet how the payment ends; nobody should pay again before that. */
  onUnclear: () => void
}

/** Asks the payer's bank; resolves once it has been answered, whatever the answer was. */
type AskBank = (clientSecret: string) => Promise<void>

/** One payment of an order at a time, from the click to how it ended. */
export function usePaying(order: Order, { onPaid, onUnclear }: PayingCallbacks) {
  const { ofError } = useErrorText()
  const { t } = useTranslation('payments')
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // State comes too late for the second of two quick clicks.
  const busy = useRef(false)

  /** The bank's or the card company's own words, where it said more than no. */
  const wordsOf = (error: unknown): string => {
    if (error instanceof ProviderError) return error.message
    if (!(error instanceof ApiError) || error.code !== 'payment_declined') return ofError(error)
    const silent = error.message === '' || error.message === ERRORS.payment_declined[1]
    return silent ? t('declined') : error.message
  }

  const settleWith = async (pay: () => Promise<boolean>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setFailure(null)
    try {
      if (await pay()) {
        void reloadOrder(order.id)
        onPaid()
      } else setFailure(t('bank.unanswered'))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'payment_pending') onUnclear()
      else if (!(error instanceof LeftBankError)) setFailure(wordsOf(error))
      // Somebody else paid or cancelled it meanwhile: the page shows that.
      if (code === 'not_payable') void reloadOrder(order.id)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  /** Pays with the token of a card; `obtain` gets it from whoever knows the card. */
  const payByCard = (obtain: () => Promise<string>, askBank: AskBank) =>
    settleWith(async () => {
      const token = await obtain()
      const first = await chargePayment(order.refno, token)
      if (first.status === 'success') return true
      await askBank(first.client_secret)
      return (await chargePayment(order.refno, token)).status === 'success'
    })

  return { sending, failure, payByCard, settleWith }
}
