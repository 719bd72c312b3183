import { paths } from '@letterlend/contract/paths.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { Notice } from '../../ui/notice.tsx'

/** Stands where a request was sent from, says how many were asked, and leads to what they say. */
export function Asked({ asked }: { asked: Pick<Transaction, 'id'>[] }) {
  const { t } = useTranslation('borrow')
  const [only] = asked.length === 1 ? asked : []
  return (
    <Notice
      kind="success"
      action={
        <Link to={paths.inbox({ transaction_id: only?.id })}>
          {t(only ? 'toConversation' : 'toInbox')}
        </Link>
      }
    >
      {t('sent', { count: asked.length })}
    </Notice>
  )
}
