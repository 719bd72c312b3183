import type { BlockedPerson } from '@letterlend/contract/blocks.ts'
import { useRef } from 'react'
import { useBlocked, useUnblock } from '../../data/blocks.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { daysAgo } from '../../ui/days-ago.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import rows from '../../ui/rows.module.css'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { showToast } from '../../ui/toast.ts'

/** Whom the user has blocked, and the way back. */
export function BlockedScreen() {
  const { t } = useTranslation('blocks')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('title')} lead={t('lead')} />
        <Blocked />
      </Sheet>
    </Page>
  )
}

function Blocked() {
  const { t } = useTranslation('blocks')
  const { data, error, refetch } = useBlocked()
  const list = useRef<HTMLDivElement>(null)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={2} rowHeight={76} />
  return (
    // The row that had the focus goes.
    <div ref={list} tabIndex={-1} className={rows.region}>
      {data.length === 0 ? (
        <EmptyState artwork={<LetterboxRow />} title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className={rows.list}>
          {data.map((person) => (
            <PersonRow
              key={person.user_id}
              person={person}
              onUnblocked={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface PersonRowProps {
  person: BlockedPerson
  onUnblocked: () => void
}

function PersonRow({ person: { user_id, name, blocked_at }, onUnblocked }: PersonRowProps) {
  const { t } = useTranslation('blocks')
  const { ofError } = useErrorText()
  const unblock = useUnblock()
  const shown = name ?? t('unnamed')
  const press = () =>
    unblock.mutate(user_id, {
      onSuccess: () => {
        showToast({ message: t('unblocked', { name: shown }) })
        onUnblocked()
      },
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          <strong>{shown}</strong>
        </p>
        <p className={rows.detail}>
          {t('since', { when: daysAgo(blocked_at, currentLanguage()) })}
        </p>
      </div>
      <AppButton
        tone="secondary"
        loading={unblock.isPending}
        aria-label={t('unblockOf', { name: shown })}
        onClick={press}
      >
        {t('unblock')}
      </AppButton>
    </li>
  )
}
