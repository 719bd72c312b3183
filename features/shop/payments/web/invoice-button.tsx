import { useRef, useState } from 'react'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useRequestInvoice } from '#features/shop/orders/web/data/door.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useChangedAmount } from './use-paying.ts'

/** Whether an order can be paid by invoice here; null until it is known. */
export function useCanHaveInvoice({ payment_currency }: Order): boolean | null {
  const currencies = useConfig()?.invoice_currencies
  return currencies ? currencies.includes(payment_currency) : null
}

interface InvoiceProps {
  order: Order
  /** Key of a guest's order, if known here. */
  orderKey: string | undefined
}

/** Requests the invoice, and returns the error if that fails. */
function useInvoice({ order, orderKey }: InvoiceProps, again: boolean) {
  const { ofError } = useErrorText()
  const changedAmount = useChangedAmount()
  const request = useRequestInvoice()
  const [failure, setFailure] = useState<string | null>(null)
  // React state changes too late to stop the second of two quick clicks. It stays set after success, because there is
  // nothing left to request.
  const busy = useRef(false)
  const ask = async (onDone?: () => void) => {
    if (busy.current) return
    busy.current = true
    setFailure(null)
    try {
      await request.mutateAsync({ order, key: orderKey, again })
      onDone?.()
    } catch (error) {
      busy.current = false
      setFailure(changedAmount(error) ?? ofError(error))
    }
  }
  return { ask, request, failure }
}

/** Requests the invoice by mail to the address of the order; then nothing is left to do here. */
export function InvoiceButton({ onInvoiced, ...props }: InvoiceProps & { onInvoiced: () => void }) {
  const { t } = useTranslation('payments')
  const { ask, request, failure } = useInvoice(props, false)
  // The page of another customer's order does not show its mail address.
  if (props.order.email === null && props.orderKey === undefined) {
    return <p className={forms.hint}>{t('invoice.byLink')}</p>
  }
  return (
    <>
      <AppButton tone="secondary" loading={request.isPending} onClick={() => void ask(onInvoiced)}>
        {t('invoice.button')}
      </AppButton>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </>
  )
}

/** For an order with a requested invoice: the customer pays it at the bank, or online after all. */
export function InvoiceSent(props: InvoiceProps) {
  const { t } = useTranslation('payments')
  const { ask, request, failure } = useInvoice(props, true)
  const own = props.order.email !== null || props.orderKey !== undefined
  return (
    <>
      <div role="status">
        <Notice
          kind="success"
          title={t('invoice.title')}
          action={
            own && !request.isSuccess ? (
              <AppButton tone="quiet" loading={request.isPending} onClick={() => void ask()}>
                {t('invoice.again')}
              </AppButton>
            ) : null
          }
        >
          {t(request.isSuccess ? 'invoice.sentAgain' : 'invoice.sent')}
        </Notice>
      </div>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </>
  )
}
