import { useRef } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { BlockedPerson } from '../contract.ts'
import { useBlocked, useUnblock } from './data/blocks.ts'

/** The people whom the user has blocked, with a button to unblock them. */
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
    // The row that had the focus disappears.
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
  const shownName = name ?? t('unnamed')
  const press = () =>
    unblock.mutate(user_id, {
      onSuccess: () => {
        showToast({ message: t('unblocked', { name: shownName }) })
        onUnblocked()
      },
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          <strong>{shownName}</strong>
        </p>
        <p className={rows.detail}>
          {t('since', { when: daysAgo(blocked_at, currentLanguage()) })}
        </p>
      </div>
      <AppButton
        tone="secondary"
        loading={unblock.isPending}
        aria-label={t('unblockOf', { name: shownName })}
        onClick={press}
      >
        {t('unblock')}
      </AppButton>
    </li>
  )
}
