import type { Order } from '@letterlend/contract/order-info.ts'
import { formatRefno } from '@letterlend/contract/refno.ts'
import { useReceipt } from '../../data/orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'

/** Saves the receipt of an own order that was paid. */
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
