import { useTranslation } from '../../start/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** A payment of which nobody knows yet how it ends. */
export function PaymentCheck() {
  const { t } = useTranslation('payments')
  return (
    <div role="status">
      <Notice title={t('check.title')} action={<Spinner size={28} />}>
        {t('check.body')}
      </Notice>
    </div>
  )
}
