import { currencyOf } from '#features/shop/orders/products/pricing.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { fitsOnBill } from '../../bill-letters.ts'
import type { OrderForm } from './order-form-steps.ts'

/** Warns before ordering that a QR-bill could not name the payer, while the spelling can still be changed. */
export function BillHint({ form }: { form: OrderForm }) {
  const { t } = useTranslation('orders')
  const currencies = useConfig()?.invoice_currencies ?? []
  const isByQrBill = currencyOf(form.country) === 'CHF' && currencies.includes('CHF')
  const isShown = isByQrBill && !fitsOnBill(form)
  return <div role="status">{isShown ? <Notice>{t('address.billLetters')}</Notice> : null}</div>
}
