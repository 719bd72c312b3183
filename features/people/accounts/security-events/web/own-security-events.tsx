import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { useSecurityEvents } from './data/security-events.ts'
import { SecurityEventList } from './security-event-list.tsx'

/**
 * Security events of the user's own account.
 * @param notYou what the user can do about an event they did not cause
 */
export function OwnSecurityEvents({ notYou }: { notYou: ReactNode }) {
  const { t } = useTranslation('security-events')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useSecurityEvents(page)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={4} rowHeight={72} />
  return (
    <>
      <p className={rows.detail}>{t('lead', { days: data.kept_days })}</p>
      <div className={rows.row}>
        <div className={rows.text}>
          <h3 className={rows.name}>{t('notYou')}</h3>
          <p className={rows.detail}>{t('notYouBody')}</p>
        </div>
        {notYou}
      </div>
      <SecurityEventList events={data} page={page} onPage={setPage} />
    </>
  )
}
