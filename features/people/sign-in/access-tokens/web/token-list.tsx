import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { SingleTask } from '#platform/shared/tasks.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { AccessToken, CreatedToken, NewToken } from '../contract.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

interface TokenListProps {
  tokens: {
    list: UseQueryResult<AccessToken[]>
    create: UseMutationResult<CreatedToken, Error, NewToken>
    end: UseMutationResult<null, Error, string>
  }
  /** The tasks that a new token may get. */
  offered: readonly SingleTask[]
  /** A token without a task is of no use. */
  needsTask?: boolean
  /** The level below the heading above the list. */
  heading: 'h2' | 'h3'
}

/** Access tokens: creating, and ending. */
export function TokenList({ tokens, offered, needsTask = false, heading }: TokenListProps) {
  const { t } = useTranslation('access-tokens')
  const { list, create, end } = tokens
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AccessToken | null>(null)
  const { ofError } = useErrorText()
  if (list.isError) return <LoadFailure error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <SkeletonList rows={1} rowHeight={72} />
  const confirmEnd = () => {
    if (!ending) return
    end.mutate(ending.id, {
      onSuccess: () => showToast({ message: t('ended') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: () => setEnding(null),
    })
  }
  return (
    <>
      {list.data.length > 0 ? (
        <ul className={rows.list}>
          {list.data.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              heading={heading}
              onEnd={() => setEnding(token)}
            />
          ))}
        </ul>
      ) : (
        <p className={rows.detail}>{t('none')}</p>
      )}
      <div className={rows.below}>
        <AppButton
          tone="secondary"
          leftSection={<Icon name="plus" />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </AppButton>
      </div>
      {adding ? (
        <NewTokenDialog
          create={create}
          offered={offered}
          needsTask={needsTask}
          onClose={() => {
            setAdding(false)
            create.reset()
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={ending !== null}
        title={t('endTitle')}
        confirmLabel={t('end')}
        destructive
        loading={end.isPending}
        onConfirm={confirmEnd}
        onClose={() => setEnding(null)}
      >
        {t('endBody', { name: ending?.name ?? '' })}
      </ConfirmDialog>
    </>
  )
}

interface TokenRowProps {
  token: AccessToken
  heading: TokenListProps['heading']
  onEnd: () => void
}

function TokenRow({ token, heading: Heading, onEnd }: TokenRowProps) {
  const { t } = useTranslation('access-tokens')
  const { name, writes, tasks, expires_at, last_used_at } = token
  const date = dateFormat({ dateStyle: 'medium' }).format(new Date(expires_at))
  const isOver = new Date(expires_at) <= serverNow()
  const details = [
    t(writes ? 'writesToo' : 'reads'),
    ...tasks.map((task) => t(`taskNames.${task}`)),
    t(isOver ? 'detail.expired' : 'detail.until', { date }),
    last_used_at
      ? t('detail.used', { when: daysAgo(last_used_at, currentLanguage()) })
      : t('detail.unused'),
  ]
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <Heading className={rows.name}>{name}</Heading>
        <p className={rows.detail}>{details.join(' · ')}</p>
      </div>
      <div className={rows.actions}>
        <AppButton tone="quiet" aria-label={t('endOf', { name })} onClick={onEnd}>
          {t('end')}
        </AppButton>
      </div>
    </li>
  )
}
