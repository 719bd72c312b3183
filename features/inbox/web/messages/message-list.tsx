import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { EventLine } from '#features/loans/web/door.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { useOlderMessages } from '#features/transactions/web/data/door.ts'
import { dayName, type Entry } from '#features/transactions/web/door.ts'
import { instantOf, useToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { conversationRows, type Row } from '../conversation/conversation-rows.ts'
import { TOP_PX, useConversationWindow } from '../conversation/use-conversation-window.ts'
import { MessageBubble, type UnsentActions } from './message-bubble.tsx'
import classes from './message-list.module.css'

/** How many rows before the oldest one older messages start to load. */
const AHEAD = 12

interface MessageListProps {
  transaction: Transaction
  entries: readonly Entry[]
  otherName: string
  /** Names who else of the own household wrote a message or did something. */
  writerOf: (entry: Pick<Entry, 'own' | 'author_id'>) => string | null
  actions: UnsentActions
  /** Opens the report of a message; undefined where there is nothing to report. */
  onReport: ((messageId: string) => void) | undefined
}

/** The messages by days and authors; older ones load before the reader comes to the oldest. */
export function MessageList(props: MessageListProps) {
  const { entries, ...shared } = props
  const { transaction } = shared
  const { t } = useTranslation('inbox')
  const box = useRef<HTMLDivElement>(null)
  const { load, isLoading, isError, exhausted } = useOlderMessages(transaction)
  const rows = useMemo(() => conversationRows(entries, exhausted), [entries, exhausted])
  const { virtualizer, newBelow, scrollToEnd } = useConversationWindow(
    box,
    rows,
    entries.at(-1)?.own === true,
  )
  const items = virtualizer.getVirtualItems()
  const isOlderDue = (items[0]?.index ?? AHEAD) < AHEAD && !exhausted && !isLoading && !isError
  useEffect(() => {
    if (isOlderDue) load()
  }, [isOlderDue, load])
  const today = useToday()
  const top = rows[virtualizer.range?.startIndex ?? 0]
  return (
    <div className={classes.frame}>
      <section ref={box} className={classes.box} aria-label={t('messages')}>
        <div className={classes.content}>
          <div className={classes.window} style={{ height: virtualizer.getTotalSize() }}>
            {exhausted ? null : (
              <div className={classes.older} style={{ height: TOP_PX }}>
                <AppButton tone="quiet" loading={isLoading} onClick={load}>
                  {t('olderMessages')}
                </AppButton>
              </div>
            )}
            <ol className={classes.messages}>
              <Rows
                items={items}
                measure={virtualizer.measureElement}
                rows={rows}
                today={today}
                isWhole={exhausted}
                {...shared}
              />
            </ol>
          </div>
        </div>
      </section>
      {top && top.kind !== 'day' ? (
        <DayAbove date={top.date} today={today} shown={virtualizer.isScrolling} />
      ) : null}
      {newBelow ? (
        <button type="button" className={classes.newBelow} onClick={scrollToEnd}>
          <Icon name="chevronDown" size={20} />
          {t('newBelow')}
        </button>
      ) : null}
    </div>
  )
}

interface RowsProps extends Omit<MessageListProps, 'entries'> {
  items: VirtualItem[]
  measure: (element: Element | null) => void
  rows: readonly Row[]
  today: string
  /** Whether the conversation is there from its beginning. */
  isWhole: boolean
}

/** Memoised, as the list is rendered with each row that is scrolled past. */
const Rows = memo(function Rows({ items, measure, rows, isWhole, ...shared }: RowsProps) {
  return items.map(({ index, key, start }) => {
    const row = rows[index]
    return row ? (
      <li
        key={key}
        ref={measure}
        data-index={index}
        className={classes.row}
        data-first={(row.kind === 'bubble' && row.first) || undefined}
        style={{ transform: `translateY(${start}px)` }}
        aria-setsize={isWhole ? rows.length : -1}
        aria-posinset={index + 1}
      >
        <RowContent row={row} {...shared} />
      </li>
    ) : null
  })
})

interface RowContentProps extends Omit<MessageListProps, 'entries'> {
  row: Row
  /** After midnight the rows of yesterday have another name. */
  today: string
}

/** Memoised, as rows come and go above and below it. */
const RowContent = memo(function RowContent(props: RowContentProps) {
  const { row, today, transaction, otherName, writerOf, actions, onReport } = props
  const { t } = useTranslation('inbox')
  if (row.kind === 'day') {
    return (
      <p className={classes.day}>
        <DayName date={row.date} today={today} />
      </p>
    )
  }
  if (row.kind === 'event') {
    const { happening } = row
    return <EventLine happening={happening} otherName={otherName} writer={writerOf(happening)} />
  }
  const { bubble } = row
  return (
    <MessageBubble
      row={row}
      transactionId={transaction.id}
      author={bubble.own ? t('you') : otherName}
      writer={writerOf(bubble)}
      linked={bubble.own || transaction.answered}
      actions={actions}
      onReport={onReport}
    />
  )
})

function DayName({ date, today }: { date: string; today: string }) {
  return <span>{dayName(noonOf(date), noonOf(today), currentLanguage())}</span>
}

const noonOf = (date: string) => new Date(instantOf(date, '12:00') ?? date)

/**
 * The day of the uppermost visible message, shown while scrolling. Screen readers have the day's own row.
 */
function DayAbove({ date, today, shown }: { date: string; today: string; shown: boolean }) {
  return (
    <p className={classes.dayAbove} data-shown={shown || undefined} aria-hidden="true">
      <DayName date={date} today={today} />
    </p>
  )
}
