import { useTranslation } from '../../start/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import classes from './pay-order.module.css'

/** A payment of which nobody knows yet how it ends. */
export function PaymentCheck() {
  const { t } = useTranslation('payments')
  return (
    <div role="status">
      <Notice title={t('check.title')}>
        {t('check.body')}
        <Spinner className={classes.spinner} size={28} />
      </Notice>
    </div>
  )
}
