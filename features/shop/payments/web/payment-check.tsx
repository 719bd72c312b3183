import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx'

/** Shown for a payment whose outcome is unknown. */
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
