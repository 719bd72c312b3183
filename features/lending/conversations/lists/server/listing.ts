import {
  and,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  lt,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import {
  fetchPlan,
  firstDayOf,
  lastDayOfPromise,
} from '#features/lending/conversations/days/server/door.ts'
import { hasQuoted, reached } from '#features/lending/conversations/messages/server/door.ts'
import {
  borrower,
  borrowerBox,
  lender,
  lenderBox,
  partyColumns,
  presentParty,
} from '#features/lending/conversations/sides/server/door.ts'
import type {
  Message,
  Thanks,
  Transaction,
  TransactionEvent,
} from '#features/lending/conversations/transactions/contract.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  MESSAGES_PER_TRANSACTION,
  TRANSACTIONS_PER_PAGE,
} from '#features/lending/conversations/transactions/transaction-limits.ts'
import { hasUnseenNews, unseen } from '#features/lending/conversations/views/server/door.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import {
  borrows,
  isSeenBy,
  lends,
  type Speaker,
  type SpeakerValues,
  sideOf,
  speakerIn,
  valuesOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { onMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import type { CommunityMoment } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { isoText } from '#platform/server/db/iso-text.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { isWaitingFor } from './waiting-for.queries.ts'

type Viewer = Speaker & { lang: Language }

export interface TransactionFilter {
  transactionId?: string | undefined
  /** See the contract: pages through the messages if one transaction is requested, else through transactions. */
  before?: Date | undefined
  role?: 'lend' | 'borrow' | undefined
  state?: 'open' | 'done' | 'archived' | undefined
  /**
   * Only loans that are promised, out or back and were away on this day or later; without messages, for a
   * calendar.
   */
  awaySince?: string | undefined
  /** Only conversations in which the viewer has the next step at that moment. */
  waitingAt?: CommunityMoment | undefined
  search?: string | undefined
}

/** The values of a {@link TransactionFilter} and of the viewer. */
interface Filtering extends SpeakerValues {
  transactionId: string | null
  before: Date | null
  pattern: string | null
  awaySince: string | null
  now: Date | null
  today: string | null
}

function whichOf({ transactionId, awaySince, waitingAt, state }: TransactionFilter) {
  if (transactionId) return 'one' as const
  if (awaySince) return 'away' as const
  return waitingAt ? ('waiting' as const) : (state ?? ('kept' as const))
}

/** Which of these values a query uses. */
type Shape = ReturnType<typeof shapeOf>

const shapeOf = (filter: TransactionFilter) => ({
  role: filter.role ?? ('any' as const),
  which: whichOf(filter),
  from: filter.before ? ('before' as const) : ('newest' as const),
  search: filter.search ? ('search' as const) : ('all' as const),
})

/** Only the household learns which of its members wrote. */
const authorSeenBy = (viewerId: InSql<string>) => sql`
  CASE WHEN author_id = from_id OR ${transactions.borrower_id} IS DISTINCT FROM ${viewerId} THEN author_id END`

/** The writer does not learn that a message was seen after the conversation was closed. */
const seenBeforeClosing = sql`
  seen_at IS NOT NULL AND (${transactions.closed_at} IS NULL OR seen_at <= ${transactions.closed_at})`

/** The newest messages of the current transaction as one JSON array, oldest first. */
function newestMessages(viewerId: InSql<string>, before: SQLWrapper | undefined): SQL<Message[]> {
  const older = before ? sql`AND created_at < ${before}::timestamptz` : sql``
  return sql<Message[]>`(
    SELECT coalesce(json_agg(json_build_object(
      'id', id, 'text', text, 'from_id', from_id, 'to_id', to_id,
      'author_id', ${authorSeenBy(viewerId)},
      'created_at', ${isoText(sql`created_at`)}, 'seen', ${seenBeforeClosing},
      'warnings', warnings, 'held', held_at IS NOT NULL, 'refused', refused_at IS NOT NULL,
      'automatic', automatic,
      'has_quoted', ${hasQuoted(sql`newest.id`, viewerId)}
    ) ORDER BY created_at, id), '[]')
    FROM (
      SELECT * FROM messages
      WHERE transaction_id = ${transactions.id} AND ${reached(viewerId)} ${older}
      ORDER BY created_at DESC, id DESC LIMIT ${MESSAGES_PER_TRANSACTION}
    ) newest
  )`
}

/** All events; only the lender's household learns which of its members caused one. */
const allEvents = (viewerId: InSql<string>) => sql<TransactionEvent[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'id', id, 'status', status, 'at', ${isoText(sql`at`)}, 'side', side, 'reason', reason,
    'by_id', CASE WHEN side = 'lender' AND ${transactions.borrower_id} = ${viewerId}
      AND by_id IS DISTINCT FROM ${transactions.lender_id} THEN NULL ELSE by_id END,
    'wanted_from', wanted_from, 'wanted_until', wanted_until,
    'handover_at', ${isoText(sql`handover_at`)}, 'return_by', return_by
  ) ORDER BY at, id), '[]')
  FROM transaction_events WHERE transaction_id = ${transactions.id}
)`

type SidedThanks = Thanks & { side: 'borrower' | 'lender' }
const allThanks = sql<SidedThanks[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'side', side, 'text', text, 'shown', shown, 'held', held_at IS NOT NULL, 'hidden', hidden, 'created_at', ${isoText(sql`created_at`)}
  )), '[]')
  FROM transaction_thanks WHERE transaction_id = ${transactions.id}
)`

/** Lists only the newest ones: no lender has more loans in a year. */
const MOST_AWAY = 1000

const OPEN = ['requested', 'accepted', 'handed_over'] as const

function spokenFor(speaker: ReturnType<typeof speakerIn>, role: Shape['role']): SQL | undefined {
  if (role === 'lend') return lends(speaker)
  return role === 'borrow' ? borrows(speaker) : isSeenBy(speaker)
}

const AWAY = ['accepted', 'handed_over', 'returned'] as const

/** A thing that is not back yet is away, whatever was agreed. */
const wasAwaySince = (day: InSql<string>): SQL | undefined =>
  and(
    inArray(transactions.status, [...AWAY]),
    or(eq(transactions.status, 'handed_over'), sql`upper(${transactions.lent}) > ${day}::date`),
  )

/** A search includes the archive, except for conversations that wait for the viewer: those are never archived. */
function inState(
  { which: state, search }: Pick<Shape, 'which' | 'search'>,
  awaySince: InSql<string>,
): SQL | undefined {
  if (state === 'away') return wasAwaySince(awaySince)
  const archived = sql`coalesce(${transaction_views.archived}, false)`
  if (state === 'archived') return archived
  const open = inArray(transactions.status, [...OPEN])
  const isKept = search === 'search' && state !== 'waiting' ? undefined : not(archived)
  return and(isKept, state === 'open' ? open : state === 'done' ? not(open) : undefined)
}

/**
 * Searches what the viewer sees: names of the item and its line, the other side as far as it is visible, and
 * messages.
 */
function matching(pattern: InSql<string>, viewerId: InSql<string>): SQL | undefined {
  const isLenderOnMap = onMap(lender, lenderBox)
  return or(
    ilike(items.name_de, pattern),
    ilike(items.name_en, pattern),
    ilike(items.name_fr, pattern),
    and(
      isNull(transactions.closed_at),
      or(
        ilike(borrower.firstname, pattern),
        and(eq(lender.show_name, true), ilike(lender.firstname, pattern)),
        and(
          isLenderOnMap,
          or(
            ilike(lenderBox.address, pattern),
            ilike(lenderBox.city, pattern),
            ilike(letterbox_items.line, pattern),
          ),
        ),
      ),
    ),
    sql`EXISTS (SELECT FROM messages WHERE transaction_id = ${transactions.id}
      AND ${reached(viewerId)} AND text ILIKE ${pattern})`,
  )
}

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null

const selectTransactions = prepared(
  'transactions',
  (db, values: Asking<Filtering>, { role, which, from, search }: Shape) => {
    const { viewerId, transactionId, before, pattern, awaySince } = values
    const isOne = which === 'one'
    const isBefore = from === 'before'
    return db
      .select({
        transaction: transactions,
        item: { ...itemColumns, image_path: items.image_path },
        line: letterbox_items.line,
        borrower: partyColumns(borrower, borrowerBox),
        lender: partyColumns(lender, lenderBox),
        spot: {
          address: lenderBox.address,
          address_addition: lenderBox.address_addition,
          postcode: lenderBox.postcode,
          city: lenderBox.city,
          latitude: lenderBox.latitude,
          longitude: lenderBox.longitude,
        },
        archived: sql<boolean>`coalesce(${transaction_views.archived}, false)`,
        muted: sql<boolean>`coalesce(${transaction_views.muted}, false)`,
        messages:
          which === 'away'
            ? sql<Message[]>`'[]'::json`
            : newestMessages(viewerId, isOne && isBefore ? before : undefined),
        events: allEvents(viewerId),
        thanks: allThanks,
        unseen_news: hasUnseenNews(viewerId),
        unread: sql<number>`(SELECT count(*)::int FROM messages WHERE ${unseen(viewerId)})`,
        asked_several: sql<number>`CASE WHEN ${transactions.ask_id} IS NULL THEN 1 ELSE (
          SELECT count(*)::int FROM transactions siblings WHERE siblings.ask_id = ${transactions.ask_id}
          AND siblings.borrower_id = ${transactions.borrower_id}) END`,
      })
      .from(transactions)
      .innerJoin(items, eq(items.id, transactions.item_id))
      .leftJoin(borrower, eq(borrower.id, transactions.borrower_id))
      .leftJoin(borrowerBox, eq(borrowerBox.user_id, transactions.borrower_id))
      .leftJoin(lender, eq(lender.id, transactions.lender_id))
      .leftJoin(lenderBox, eq(lenderBox.user_id, transactions.lender_id))
      .leftJoin(
        letterbox_items,
        and(
          eq(letterbox_items.letterbox_id, lenderBox.id),
          eq(letterbox_items.item_id, transactions.item_id),
        ),
      )
      .leftJoin(
        transaction_views,
        and(
          eq(transaction_views.transaction_id, transactions.id),
          eq(transaction_views.user_id, viewerId),
        ),
      )
      .where(
        and(
          spokenFor(speakerIn(values), role),
          isOne ? eq(transactions.id, transactionId) : inState({ which, search }, awaySince),
          which === 'waiting' ? isWaitingFor(viewerId, values) : undefined,
          isBefore && !isOne ? lt(transactions.updated_at, before) : undefined,
          search === 'search' ? matching(pattern, viewerId) : undefined,
        ),
      )
      .orderBy(desc(transactions.updated_at), desc(transactions.id))
      .limit(which === 'away' ? MOST_AWAY : TRANSACTIONS_PER_PAGE)
  },
)

/** The transactions in which the user speaks for a side, latest activity first. */
export async function listTransactions(
  db: Db,
  viewer: Viewer,
  filter: TransactionFilter = {},
): Promise<Transaction[]> {
  const { transactionId = null, before = null, awaySince = null, search, waitingAt } = filter
  const values = {
    transactionId,
    before,
    awaySince,
    pattern: search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null,
    now: waitingAt?.now ?? null,
    today: waitingAt?.today ?? null,
    ...valuesOf(viewer),
  }
  const rows = await selectTransactions(db, values, shapeOf(filter))
  return rows.map((row) => presentTransaction(row, viewer))
}

/**
 * One transaction as the user may see it.
 * @throws {AppError} not_found for everyone who speaks for neither side
 */
export async function readTransaction(
  db: Db,
  viewer: Viewer,
  transactionId: string,
): Promise<Transaction> {
  const [transaction] = await listTransactions(db, viewer, { transactionId })
  if (!transaction) throw new AppError('not_found')
  return transaction
}

function fetchingOf({ status, lent, return_by }: TransactionRow): Transaction['fetching'] {
  if (status !== 'accepted' || lent === null) return null
  const { agreed_on, asked_from } = fetchPlan({ lent, return_by })
  return { agreed_on, asked_from }
}

type ListedRow = Awaited<ReturnType<typeof selectTransactions>>[number]

/** The transaction as the viewer may see it: both parties as far as they are visible, the spot only after a yes. */
function presentTransaction(row: ListedRow, viewer: Viewer): Transaction {
  const { transaction } = row
  const { id, status, borrower_id, lender_id, dates_by, wanted_from, wanted_until } = transaction
  const ownsLender = lender_id === viewer.id || lender_id === viewer.household?.owner
  const ownSide = sideOf(transaction, viewer.id)
  const closed = transaction.closed_at !== null
  const isBoxShown = ownsLender || (!closed && row.lender.on_map)
  const isPromisedOrOut = status === 'accepted' || status === 'handed_over'
  const isUndecided = status === 'requested' || status === 'expired'
  const thanksOf = (mine: boolean): Thanks | null => {
    const thanks = row.thanks.find(({ side }) => (side === ownSide) === mine)
    if (!thanks) return null
    const { text, shown, held, hidden, created_at } = thanks
    return { text, shown, held, hidden, created_at }
  }
  return {
    id,
    status,
    events: row.events,
    wanted_from,
    wanted_until,
    dates_by,
    handover_at: isoOrNull(transaction.handover_at),
    return_by: transaction.return_by,
    // A server of the previous version does not reset these when the thing is returned.
    days_asked_by: isPromisedOrOut ? transaction.days_asked_by : null,
    asked_handover_at: isoOrNull(transaction.asked_handover_at),
    asked_return_by: transaction.asked_return_by,
    in_words: isUndecided ? transaction.in_words : null,
    stands_until: lastDayOfPromise(transaction),
    away_since:
      transaction.lent !== null && (status === 'handed_over' || status === 'returned')
        ? firstDayOf(transaction.lent)
        : null,
    fetching: fetchingOf(transaction),
    handover_note: transaction.handover_note,
    spot: isPromisedOrOut ? row.spot : null,
    asked_several: row.asked_several,
    closed,
    answered: transaction.answered_at !== null,
    // A server of the previous version does not reset it after a step.
    written_at: isUndecided ? isoOrNull(transaction.written_at) : null,
    thanks: { own: thanksOf(true), theirs: thanksOf(false) },
    archived: row.archived,
    muted: row.muted,
    unread: row.unread,
    item_id: row.item.id,
    item: { name: row.item[`name_${storedLanguage(viewer.lang)}`], ...row.item },
    line: (isBoxShown && row.line) || undefined,
    borrower_id,
    renter_id: lender_id,
    borrower: presentParty(row.borrower, 'borrower', { own: borrower_id === viewer.id, closed }),
    renter: presentParty(row.lender, 'lender', { own: ownsLender, closed }),
    messages: row.messages,
    has_new_message: row.unread > 0 || row.unseen_news,
    created_at: transaction.created_at.toISOString(),
    updated_at: transaction.updated_at.toISOString(),
  }
}
