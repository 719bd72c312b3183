import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef } from 'react'
import type { Transaction } from '#features/transactions/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { useRenderedRows } from './rendered-rows.ts'
import classes from './transaction-list.module.css'
import { TransactionRow } from './transaction-row.tsx'

/** Pixels: the estimated height of a row, four lines, until one is measured. */
const ROW_PX = 117
/** Rows rendered beyond the visible ones. */
const OVERSCAN = 6
/** How many rows before the end the next page starts to load. */
const AHEAD = 20

interface TransactionListProps {
  transactions: Transaction[]
  ownId: string
  selectedId: string | null
  /** The address at which a transaction opens. */
  linkTo: (transactionId: string) => string
  /** Names the list, so that each is shown scrolled to where the reader left it. */
  name: string
  /** Whether rows say that they were archived. */
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

interface Place {
  offset: number
  sizes: VirtualItem[]
}
const places = new Map<string, Place>()

/** Conversations, last activity first; only the rows near the visible part are rendered. */
export function TransactionList(props: TransactionListProps) {
  const { transactions, ownId, selectedId, older } = props
  const { t } = useTranslation('inbox')
  const box = useRef<HTMLElement>(null)
  const rows = useRows(box, transactions, `${ownId}.${props.name}`)
  const items = rows.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= transactions.length - AHEAD
  const { load } = older
  const isOlderDue = nearEnd && !older.exhausted && !older.loading && !older.failed
  useEffect(() => {
    if (isOlderDue) load()
  }, [isOlderDue, load])
  return (
    <nav
      ref={box}
      aria-label={t('list')}
      className={classes.nav}
      data-stale={props.stale || undefined}
    >
      <ul className={classes.list} style={{ height: rows.getTotalSize() }}>
        <Rows
          items={items}
          measure={rows.measureElement}
          transactions={transactions}
          ownId={ownId}
          selectedId={selectedId}
          linkTo={props.linkTo}
          isMarked={props.isMarked}
          isWhole={older.exhausted}
        />
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

interface RowsProps
  extends Pick<
    TransactionListProps,
    'transactions' | 'ownId' | 'selectedId' | 'linkTo' | 'isMarked'
  > {
  items: VirtualItem[]
  measure: (element: Element | null) => void
  /** Whether all rows there are have been loaded. */
  isWhole: boolean
}

/** Memoised, as the list is rendered with each row that is scrolled past. */
const Rows = memo(function Rows(props: RowsProps) {
  const { items, measure, transactions, ownId, selectedId, linkTo, isMarked, isWhole } = props
  return items.map(({ index, key, start }) => {
    const transaction = transactions[index]
    return transaction ? (
      <li
        key={key}
        ref={measure}
        data-index={index}
        className={classes.item}
        style={{ transform: `translateY(${start}px)` }}
        aria-setsize={isWhole ? transactions.length : -1}
        aria-posinset={index + 1}
      >
        <TransactionRow
          transaction={transaction}
          ownId={ownId}
          selected={transaction.id === selectedId}
          to={linkTo(transaction.id)}
          isMarked={isMarked}
        />
      </li>
    ) : null
  })
})

function useRows(box: React.RefObject<HTMLElement | null>, rows: Transaction[], place: string) {
  const earlierPlace = places.get(place)
  const itself = useRef<Virtualizer<HTMLElement, Element> | null>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    // Rows are of one height, and one that is as high as was estimated moves nothing below it.
    estimateSize: () => itself.current?.itemSizeCache.values().next().value ?? ROW_PX,
    // A row that arrives while somebody scrolls may come a frame later; rendered at once, it would hold up the
    // frame that it comes in.
    useFlushSync: false,
    // Each new function makes the virtualizer go through all rows again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    rangeExtractor: useRenderedRows(box),
    overscan: OVERSCAN,
    initialOffset: earlierPlace?.offset ?? 0,
    initialMeasurementsCache: earlierPlace?.sizes ?? [],
    // Rows that are added above move nothing for readers who have scrolled down.
    anchorTo: (box.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
  })
  itself.current = virtualizer
  useEffect(
    () => () => {
      places.set(place, {
        offset: virtualizer.scrollOffset ?? 0,
        sizes: virtualizer.takeSnapshot(),
      })
    },
    [place, virtualizer],
  )
  return virtualizer
}
