import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Order } from '../contract.order.ts'
import { formatRefno } from '../refno.ts'
import { useReceipt } from './data/orders.ts'

/** Saves the receipt of the user's own paid order. */
export function ReceiptButton({ id, refno }: Pick<Order, 'id' | 'refno'>) {
  const { t } = useTranslation('orders')
  const { ofError } = useErrorText()
  const receipt = useReceipt()
  const save = () =>
    receipt.mutate(id, {
      onSuccess: (file) => saveFile(file.name, file),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  return (
    <AppButton
      tone="quiet"
      loading={receipt.isPending}
      leftSection={<Icon name="download" />}
      aria-label={t('list.receiptOf', { refno: formatRefno(refno) })}
      onClick={save}
    >
      {t('list.receipt')}
    </AppButton>
  )
}
