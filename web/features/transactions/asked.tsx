import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { Notice } from '../../ui/notice.tsx'

/** Stands where the request was sent from, and leads to its conversation. */
export function Asked({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation('borrow')
  return (
    <Notice
      kind="success"
      action={
        <Link to={paths.inbox({ transaction_id: transactionId })}>{t('toConversation')}</Link>
      }
    >
      {t('sent')}
    </Notice>
  )
}
