import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminIcon, type AdminIconName } from '#platform/web/ui/back-office/admin-icon.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { QueueName } from '../../contract.admin.ts'
import { useQueues } from './data/overview.ts'
import classes from './overview.module.css'

/** The screen for each queue. */
const QUEUES: [QueueName, AdminIconName, string][] = [
  ['orders_to_confirm', 'receipt', `${adminPaths.screen('orders')}?status=pending_confirmation`],
  ['orders_to_ship', 'truck', `${adminPaths.screen('orders')}?to_ship=true`],
  ['payments_unmatched', 'merge', adminPaths.screen('orders', 'matching')],
  ['payments_to_settle', 'receipt', `${adminPaths.screen('orders')}?attention=true`],
  ['reports', 'flag', adminPaths.screen('reports')],
  ['message_reports', 'flag', adminPaths.screen('message-reports')],
  ['held_messages', 'hourglass', adminPaths.screen('held-messages')],
  ['newcomers', 'door', adminPaths.screen('newcomers')],
  ['objections', 'scales', adminPaths.screen('objections')],
  ['feedback', 'feedback', adminPaths.screen('feedback')],
]

/** Links to the queues that are not empty, with their counts. */
export function QueueLinks() {
  const { t } = useTranslation('admin-overview')
  const { data, error, refetch } = useQueues()
  const waitingQueues = QUEUES.filter(([name]) => (data?.[name] ?? 0) > 0)
  return (
    <section aria-labelledby="waiting" className={classes.waiting}>
      <h2 id="waiting" className={classes.heading}>
        {t('waiting.title')}
      </h2>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={1} rowHeight={72} />}
      {data && waitingQueues.length === 0 ? (
        <p className={classes.done}>
          <Icon name="check" />
          {t('waiting.none')}
        </p>
      ) : null}
      <ul className={classes.queues}>
        {waitingQueues.map(([name, icon, to]) => (
          <li key={name}>
            <Link to={to} className={classes.queue}>
              <AdminIcon name={icon} size={26} />
              <span className={classes.queueCount}>{countInWords(data?.[name] ?? 0)}</span>
              <span>{t(`waiting.${name}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
