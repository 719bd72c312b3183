import { useState } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { useOnlyInArea } from '#platform/web/ui/back-office/viewers-area.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { BatchCard } from './batch-card.tsx'
import { BatchView } from './batch-view.tsx'
import { BATCHES_SHOWN, useBatches } from './data/invitations.ts'
import classes from './invitations.module.css'
import { NewLetters } from './new-letters.tsx'

/** Letters of invitation: new ones and earlier batches, or the batch in the address. */
export function InvitationsScreen() {
  const { id } = useParams()
  return id === undefined ? <Invitations /> : <BatchView id={id} />
}

function Invitations() {
  const { t } = useTranslation('admin-invitations')
  const [page, setPage] = useState(1)
  const onlyInArea = useOnlyInArea()
  const { data, error, refetch } = useBatches(page)
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <NewLetters />
      <h2 className={classes.heading}>{t('batches')}</h2>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={2} rowHeight={110} /> : null}
      {data?.total === 0 ? <p>{t(onlyInArea ? 'emptyInArea' : 'empty')}</p> : null}
      <ul className={classes.list}>
        {data?.rows.map((batch) => (
          <li key={batch.id}>
            <BatchCard batch={batch} />
          </li>
        ))}
      </ul>
      {data && data.total > BATCHES_SHOWN ? (
        <div className={forms.choices}>
          <AppButton tone="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </AppButton>
          <AppButton
            tone="quiet"
            disabled={page * BATCHES_SHOWN >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {t('older')}
          </AppButton>
        </div>
      ) : null}
    </AdminPage>
  )
}
