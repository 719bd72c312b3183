import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import classes from './transaction-list.module.css'
import { TransactionRow } from './transaction-row.tsx'

/** Pixels below the visible part at which the next page starts to load. */
const AHEAD_PX = 1500

interface TransactionListProps {
  transactions: Transaction[]
  ownId: string
  selectedId: string | null
  /** The address at which a transaction opens. */
  linkTo: (transactionId: string) => string
  /** Identifies the list, so that each one restores its scroll position. */
  name: string
  /** Whether archived rows are marked as archived. */
  isMarked: boolean
  /** Whether the rows still belong to the previous filter. */
  stale: boolean
  older: {
    loading: boolean
    failed: boolean
    exhausted: boolean
    load: () => void
  }
}

/** Scroll offsets of the lists that the reader has left. */
const places = new Map<string, number>()

/** Conversations, latest activity first; older ones load before the reader reaches the end. */
export function TransactionList(props: TransactionListProps) {
  const { transactions, ownId, selectedId, linkTo, isMarked, older } = props
  const { t } = useTranslation('inbox')
  const box = useRef<HTMLElement>(null)
  usePlace(box, `${ownId}.${props.name}`)

  const loadAhead = ({ currentTarget }: UIEvent<HTMLElement>) => {
    if (older.exhausted || older.loading || older.failed) return
    const { scrollHeight, clientHeight, scrollTop } = currentTarget
    if (scrollHeight - clientHeight - scrollTop < AHEAD_PX) older.load()
  }

  return (
    <nav
      ref={box}
      aria-label={t('list')}
      className={classes.nav}
      data-stale={props.stale || undefined}
      onScroll={loadAhead}
    >
      <ul className={classes.list}>
        {transactions.map((transaction) => (
          <li key={transaction.id} className={classes.item}>
            <TransactionRow
              transaction={transaction}
              ownId={ownId}
              selected={transaction.id === selectedId}
              to={linkTo(transaction.id)}
              isMarked={isMarked}
            />
          </li>
        ))}
      </ul>
      {older.exhausted ? null : (
        <div className={classes.more}>
          <AppButton tone="quiet" loading={older.loading} onClick={older.load}>
            {t('olderTransactions')}
          </AppButton>
        </div>
      )}
    </nav>
  )
}

/** Restores the scroll position of a list. */
function usePlace(box: RefObject<HTMLElement | null>, name: string) {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.scrollTop = places.get(name) ?? 0
    return () => {
      places.set(name, element.scrollTop)
    }
  }, [box, name])
}
