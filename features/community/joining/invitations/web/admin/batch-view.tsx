import { useState } from 'react'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Letter, WholeBatch } from '../../contract.admin.ts'
import { BatchFacts, PrintButton } from './batch-card.tsx'
import { useBatch, useRevoke } from './data/invitations.ts'
import classes from './invitations.module.css'

/** One batch: the state of each letter, and buttons to revoke codes. */
export function BatchView({ id }: { id: string }) {
  const { t } = useTranslation('admin-invitations')
  const { data, error, refetch } = useBatch(id)
  return (
    <AdminPage
      up={{ to: adminPaths.screen('invitations'), text: t('toAll') }}
      title={data?.label ?? t('title')}
    >
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={5} rowHeight={56} /> : null}
      {data ? <Letters batch={data} /> : null}
    </AdminPage>
  )
}

function Letters({ batch }: { batch: WholeBatch }) {
  const { t } = useTranslation('admin-invitations')
  const { ofError } = useErrorText()
  const revoke = useRevoke()
  const [asks, setAsks] = useState(false)
  const takeBack = (code?: string) =>
    revoke.mutate(code === undefined ? { id: batch.id } : { id: batch.id, code }, {
      onSuccess: () => showToast({ message: t(code === undefined ? 'revoked' : 'revokedOne') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: () => setAsks(false),
    })
  const hasOpen = batch.list.some(({ state }) => state === 'open')
  return (
    <>
      <BatchFacts batch={batch} />
      {batch.text === '' ? null : <blockquote className={classes.quote}>{batch.text}</blockquote>}
      <div className={classes.acts}>
        <PrintButton batch={batch} />
        {hasOpen ? (
          <AppButton
            tone={asks ? 'danger' : 'quiet'}
            loading={revoke.isPending}
            onClick={() => (asks ? takeBack() : setAsks(true))}
          >
            {asks ? t('revokeConfirm') : t('revokeAll')}
          </AppButton>
        ) : null}
      </div>
      <ul className={classes.letters}>
        {batch.list.map((letter) => (
          <LetterRow
            key={letter.code}
            letter={letter}
            busy={revoke.isPending}
            onRevoke={() => takeBack(letter.code)}
          />
        ))}
      </ul>
    </>
  )
}

interface LetterRowProps {
  letter: Letter
  busy: boolean
  onRevoke: () => void
}

function LetterRow({ letter, busy, onRevoke }: LetterRowProps) {
  const { t } = useTranslation('admin-invitations')
  const { address, postcode, city, code, state } = letter
  return (
    <li className={classes.letter}>
      <span className={classes.where}>
        {address}, {postcode} {city}
      </span>
      <span className={classes.code}>{code}</span>
      <span className={classes.state} data-state={state}>
        {t(`states.${state}`)}
      </span>
      {state === 'open' ? (
        <AppButton
          tone="quiet"
          disabled={busy}
          aria-label={t('revokeThis', { address })}
          onClick={onRevoke}
        >
          {t('revoke')}
        </AppButton>
      ) : null}
    </li>
  )
}
