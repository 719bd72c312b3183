import type { Order } from '@letterlend/contract/order-info.ts'
import { useConfig } from '../../data/config.ts'
import { useRequestInvoice } from '../../data/orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Whether an order can be paid by invoice here; null until it is known. */
export function useCanHaveInvoice({ payment_currency }: Order): boolean | null {
  const currencies = useConfig()?.invoice_currencies
  return currencies ? currencies.includes(payment_currency) : null
}

/** The invoice comes by mail, to the address of the order. */
export function InvoiceButton({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const { ofError } = useErrorText()
  const request = useRequestInvoice()
  return (
    <>
      {request.isSuccess ? null : (
        <AppButton
          tone="secondary"
          loading={request.isPending}
          onClick={() => request.mutate(order)}
        >
          {t('invoice.button')}
        </AppButton>
      )}
      <div role="status">
        {request.isSuccess ? <Notice kind="success">{t('invoice.sent')}</Notice> : null}
      </div>
      {request.isError ? <Notice kind="error">{ofError(request.error)}</Notice> : null}
    </>
  )
}
