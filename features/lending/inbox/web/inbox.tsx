import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import {
  type InboxFilter,
  useTransactionList,
  useWaitingCount,
} from '#features/lending/conversations/lists/web/door.ts'
import {
  type FoundTransaction,
  useTransaction,
} from '#features/lending/conversations/transactions/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './inbox.module.css'
import { ArchiveButton, InboxFilterBar } from './inbox-filter-bar.tsx'
import { MessagePanel } from './messages/message-panel.tsx'
import { TransactionList } from './transaction-list.tsx'
import type { useInboxFilter } from './use-inbox-filter.ts'

const PushOffer = lazy(() =>
  import('#features/people/notifications/web/push-offer.tsx').then((m) => ({
    default: m.PushOffer,
  })),
)

interface InboxProps {
  user: User
  selectedId: string | null
  /** One column, as on phones: either the list or the conversation. */
  narrow: boolean
  /** The filter and the search of the list. */
  filtering: ReturnType<typeof useInboxFilter>
  /** The title of the screen, above the list. */
  title: React.ReactNode
}

/** All conversations next to the selected one; on phones only one of the two. */
export function Inbox({ user, selectedId, narrow, filtering, title }: InboxProps) {
  const { filter, change, linkTo } = filtering
  const list = useTransactionList(filter, user.id)
  const { transactions } = list
  const waitingCount = useWaitingCount(user.id)
  const selected = useTransaction(selectedId, transactions)
  const back = linkTo(null, narrow)
  const panel = (
    <SelectedPanel
      user={user}
      narrow={narrow}
      selectedId={selectedId}
      selected={selected}
      back={back}
    />
  )

  if (narrow && selectedId !== null) return <div className={classes.single}>{panel}</div>
  const all = filter.view === null && filter.search === ''
  const nothing = all && transactions?.length === 0
  return (
    <div className={classes.columns} data-empty={nothing || undefined}>
      <div className={classes.listColumn}>
        <div className={classes.title}>
          {title}
          {nothing ? null : <ArchiveButton filter={filter} onChange={change} />}
        </div>
        {nothing ? null : (
          <InboxFilterBar filter={filter} waitingCount={waitingCount} onChange={change} />
        )}
        {all && transactions && !nothing ? (
          <Suspense>
            <div className={classes.offer}>
              <PushOffer userId={user.id} />
            </div>
          </Suspense>
        ) : null}
        <ListState list={list} />
        {nothing ? (
          <NoConversations user={user} onArchived={() => change({ view: 'archived' })} />
        ) : null}
        {!all && transactions?.length === 0 ? (
          <NothingFound filter={filter} onAll={() => change({ view: null, search: '' })} />
        ) : null}
        {transactions && transactions.length > 0 ? (
          <TransactionList
            key={`${filter.view}`}
            name={`${filter.view}`}
            transactions={transactions}
            ownId={user.id}
            selectedId={selectedId}
            linkTo={(id) => linkTo(id, narrow)}
            isMarked={filter.view !== 'archived'}
            stale={list.stale}
            older={list.older}
          />
        ) : null}
      </div>
      {narrow || nothing ? null : <div className={classes.panelColumn}>{panel}</div>}
    </div>
  )
}

/** Shown while the list loads or after loading failed. */
function ListState({ list }: { list: ReturnType<typeof useTransactionList> }) {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  if (list.transactions) return null
  if (!list.error) {
    return (
      <div className={classes.padded}>
        <SkeletonList rows={5} rowHeight={104} />
      </div>
    )
  }
  return (
    <div className={classes.padded}>
      <Notice
        kind="error"
        action={
          <AppButton tone="secondary" onClick={() => list.refetch()}>
            {t('retry')}
          </AppButton>
        }
      >
        {ofError(list.error)}
      </Notice>
    </div>
  )
}

function Artwork() {
  return (
    <div className={classes.artwork} aria-hidden="true">
      <LetterboxRow />
    </div>
  )
}

interface NoConversationsProps {
  user: User
  /** For an empty inbox: opens the archive, which may still contain conversations. */
  onArchived: () => void
}

function NoConversations({ user, onArchived }: NoConversationsProps) {
  const { t } = useTranslation('inbox')
  return (
    <>
      <EmptyState
        artwork={<Artwork />}
        title={t('empty.title')}
        body={t('empty.body')}
        action={
          <AppButton component={Link} to={paths.home()}>
            {t('empty.action')}
          </AppButton>
        }
      />
      <div className={classes.archived}>
        <AppButton tone="quiet" onClick={onArchived}>
          {t('empty.archived')}
        </AppButton>
      </div>
      {user.privacy.enable_messaging || !user.privacy.show_on_map ? null : (
        <div className={classes.padded}>
          <Notice action={<Link to={paths.privacy()}>{t('empty.privacy')}</Link>}>
            {t('empty.messagingOff')}
          </Notice>
        </div>
      )}
    </>
  )
}

function NothingFound({ filter, onAll }: { filter: InboxFilter; onAll: () => void }) {
  const { t } = useTranslation('inbox')
  const { view, search } = filter
  return (
    <div role="status">
      <EmptyState
        title={search ? t('nothing.search', { search }) : t(`nothing.${view ?? 'archived'}`)}
        body={search ? t('nothing.searchHint') : null}
        action={
          <AppButton tone="secondary" onClick={onAll}>
            {t('nothing.all')}
          </AppButton>
        }
      />
    </div>
  )
}

interface SelectedPanelProps {
  user: User
  narrow: boolean
  selectedId: string | null
  selected: FoundTransaction
  /** The list, scrolled to where the reader left it. */
  back: string
}

function SelectedPanel({ user, narrow, selectedId, selected, back }: SelectedPanelProps) {
  const { t } = useTranslation('inbox')
  const { transaction, error, retry } = selected
  if (transaction) {
    return <MessagePanel transaction={transaction} user={user} list={back} alone={narrow} />
  }
  if (selectedId === null) {
    return (
      <div className={classes.placeholder}>
        <EmptyState artwork={<Artwork />} title={t('choose.title')} body={t('choose.body')} />
      </div>
    )
  }
  if (transaction === undefined) {
    return (
      <div className={classes.padded}>
        {error ? (
          <LoadFailure error={error} onRetry={retry} />
        ) : (
          <SkeletonList rows={4} rowHeight={64} />
        )}
      </div>
    )
  }
  return (
    <div className={classes.placeholder}>
      <EmptyState
        title={t('missing.title')}
        level={narrow ? 1 : 2}
        body={t('missing.body')}
        action={
          <AppButton component={Link} to={back} tone="secondary">
            {t('missing.action')}
          </AppButton>
        }
      />
    </div>
  )
}
