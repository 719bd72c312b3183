import { type UIEvent, useMemo, useRef } from 'react'
import { dayName, type Entry } from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useOlderMessages } from '#features/lending/conversations/transactions/web/door.ts'
import { EventLine } from '#features/lending/loans/web/door.ts'
import { instantOf, useToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { conversationRows, type DayRow, type Row } from '../conversation/conversation-rows.ts'
import { useReadingPlace } from '../conversation/use-reading-place.ts'
import { MessageBubble, type UnsentActions } from './message-bubble.tsx'
import classes from './message-list.module.css'

/** Pixels above the visible part at which older messages start to load. */
const AHEAD_PX = 800

interface MessageListProps {
  transaction: Transaction
  entries: readonly Entry[]
  otherName: string
  /** Names the other member of the user's household who wrote a message or did something. */
  writerOf: (entry: Pick<Entry, 'own' | 'author_id'>) => string | null
  actions: UnsentActions
  /** Opens the report of a message; undefined if there is nothing to report. */
  onReport: ((messageId: string) => void) | undefined
}

/** The messages by day and author, at first the last 50; older ones load before the reader reaches the oldest. */
export function MessageList(props: MessageListProps) {
  const { entries, ...shared } = props
  const { transaction } = shared
  const { t } = useTranslation('inbox')
  const box = useRef<HTMLDivElement>(null)
  const { load, isLoading, isError, exhausted } = useOlderMessages(transaction)
  const rows = useMemo(() => conversationRows(entries, exhausted), [entries, exhausted])
  const days = useMemo(() => rowsByDay(rows), [rows])
  const lastIsOwn = entries.at(-1)?.own === true
  const { newBelow, scrollToEnd } = useReadingPlace(box, rows.at(-1)?.key, lastIsOwn)
  const today = useToday()

  const loadAhead = ({ currentTarget }: UIEvent<HTMLElement>) => {
    if (exhausted || isLoading || isError) return
    const { scrollHeight, clientHeight, scrollTop } = currentTarget
    if (scrollHeight - clientHeight - Math.abs(scrollTop) < AHEAD_PX) load()
  }

  return (
    <div className={classes.frame}>
      <section ref={box} className={classes.box} aria-label={t('messages')} onScroll={loadAhead}>
        <div className={classes.content}>
          {exhausted ? null : (
            <div className={classes.older}>
              <AppButton tone="quiet" loading={isLoading} onClick={load}>
                {t('olderMessages')}
              </AppButton>
            </div>
          )}
          {days.map(({ key, heading, rows }) => (
            <div key={key}>
              {heading ? (
                <p className={classes.day}>
                  <DayName date={heading} today={today} />
                </p>
              ) : null}
              <ol className={classes.messages}>
                {rows.map((row) => (
                  <li
                    key={row.key}
                    className={classes.row}
                    data-first={(row.kind === 'bubble' && row.first) || undefined}
                  >
                    <RowContent row={row} {...shared} />
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      </section>
      {newBelow ? (
        <button type="button" className={classes.newBelow} onClick={scrollToEnd}>
          <Icon name="chevronDown" size={20} />
          {t('newBelow')}
        </button>
      ) : null}
    </div>
  )
}

interface Day {
  key: string
  /** The date, or null while older messages of this day may still load. */
  heading: string | null
  rows: Exclude<Row, DayRow>[]
}

function rowsByDay(rows: readonly Row[]): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    if (row.kind === 'day') {
      days.push({ key: row.date, heading: row.date, rows: [] })
      continue
    }
    const day = days.at(-1)
    if (day) day.rows.push(row)
    else days.push({ key: row.date, heading: null, rows: [row] })
  }
  return days
}

interface RowContentProps extends Omit<MessageListProps, 'entries'> {
  row: Exclude<Row, DayRow>
}

function RowContent(props: RowContentProps) {
  const { row, transaction, otherName, writerOf, actions, onReport } = props
  const { t } = useTranslation('inbox')
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
}

function DayName({ date, today }: { date: string; today: string }) {
  return <span>{dayName(noonOf(date), noonOf(today), currentLanguage())}</span>
}

const noonOf = (date: string) => new Date(instantOf(date, '12:00') ?? date)
