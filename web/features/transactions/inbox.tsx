import type { User } from '@letterlend/contract/accounts.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import { Link } from 'react-router'
import { useTransaction, useTransactions } from '../../data/transactions.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import classes from './inbox.module.css'
import { MessagePanel } from './message-panel.tsx'
import { TransactionList } from './transaction-list.tsx'

interface InboxProps {
  user: User
  selectedId: string | null
  /** One column: the list, or the conversation alone. */
  narrow: boolean
  /** The title of the screen, above the list. */
  title: React.ReactNode
}

/** All conversations beside the selected one; on phones one after the other. */
export function Inbox({ user, selectedId, narrow, title }: InboxProps) {
  const { ofError } = useErrorText()
  const { t } = useTranslation('inbox')
  const { data: transactions, error, refetch } = useTransactions()
  const selected = useTransaction(selectedId, transactions)
  const panel = <SelectedPanel {...{ user, narrow, selectedId, selected }} />

  if (narrow && selectedId !== null) return <div className={classes.single}>{panel}</div>
  return (
    <div className={classes.columns} data-empty={transactions?.length === 0 || undefined}>
      <div className={classes.listColumn}>
        <div className={classes.title}>{title}</div>
        {error && !transactions ? (
          <div className={classes.padded}>
            <Notice
              kind="error"
              action={
                <AppButton tone="secondary" onClick={() => refetch()}>
                  {t('retry')}
                </AppButton>
              }
            >
              {ofError(error)}
            </Notice>
          </div>
        ) : null}
        {!transactions && !error ? (
          <div className={classes.padded}>
            <SkeletonList rows={5} rowHeight={72} />
          </div>
        ) : null}
        {transactions?.length === 0 ? <NoConversations user={user} /> : null}
        {transactions && transactions.length > 0 ? (
          <TransactionList
            transactions={transactions}
            ownId={user.id}
            selectedId={selectedId}
            linkTo={(id) =>
              narrow
                ? paths.messagePanel({ transaction_id: id })
                : paths.inbox({ transaction_id: id })
            }
          />
        ) : null}
      </div>
      {narrow || transactions?.length === 0 ? null : (
        <div className={classes.panelColumn}>{panel}</div>
      )}
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

function NoConversations({ user }: { user: User }) {
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

interface SelectedPanelProps {
  user: User
  narrow: boolean
  selectedId: string | null
  /** Undefined while it loads, null when there is none. */
  selected: Transaction | null | undefined
}

function SelectedPanel({ user, narrow, selectedId, selected }: SelectedPanelProps) {
  const { t } = useTranslation('inbox')
  const back = (
    <Link to={paths.inbox()} className={classes.back} aria-label={t('back')}>
      <Icon name="arrowLeft" />
    </Link>
  )
  if (selected) {
    return <MessagePanel transaction={selected} user={user} back={narrow ? back : null} />
  }
  if (selectedId === null) {
    return (
      <div className={classes.placeholder}>
        <EmptyState artwork={<Artwork />} title={t('choose.title')} body={t('choose.body')} />
      </div>
    )
  }
  if (selected === undefined) {
    return (
      <div className={classes.padded}>
        <SkeletonList rows={4} rowHeight={64} />
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
          <AppButton component={Link} to={paths.inbox()} tone="secondary">
            {t('missing.action')}
          </AppButton>
        }
      />
    </div>
  )
}
