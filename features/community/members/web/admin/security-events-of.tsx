import { useState } from 'react'
import { SecurityEventList } from '#features/people/accounts/security-events/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { useSecurityEventsOf } from './data/security-events-of.ts'
import classes from './users.module.css'

/** Security events of a member who asked for help. Loaded on demand, because looking is recorded. */
export function SecurityEventsOf({ id }: { id: string }) {
  const { t } = useTranslation('security-events')
  const [shown, setShown] = useState(false)
  return (
    <div className={classes.events}>
      <p className={rows.detail}>{t('staff.lead')}</p>
      {shown ? (
        <LoadedEvents id={id} />
      ) : (
        <div className={rows.below}>
          <AppButton tone="secondary" onClick={() => setShown(true)}>
            {t('staff.show')}
          </AppButton>
        </div>
      )}
    </div>
  )
}

function LoadedEvents({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useSecurityEventsOf(id, page)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={4} rowHeight={72} />
  return <SecurityEventList events={data} page={page} onPage={setPage} />
}
