import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import classes from './asked.module.css'

const PushOffer = lazy(() =>
  import('#features/people/notifications/web/push-offer.tsx').then((m) => ({
    default: m.PushOffer,
  })),
)

/**
 * Replaces the button from which a request was sent: the number of lenders asked, a link to their answers, and an
 * offer to notify about them.
 */
export function Asked({ requests }: { requests: Pick<Transaction, 'id'>[] }) {
  const { t } = useTranslation('borrow')
  const { user } = useSession()
  const [only] = requests.length === 1 ? requests : []
  return (
    <div className={classes.asked}>
      <Notice
        kind="success"
        action={
          <Link to={paths.inbox({ transaction_id: only?.id })}>
            {t(only ? 'toConversation' : 'toInbox')}
          </Link>
        }
      >
        {t('sent', { count: requests.length })}
      </Notice>
      <Suspense>{user ? <PushOffer userId={user.id} compact /> : null}</Suspense>
    </div>
  )
}
