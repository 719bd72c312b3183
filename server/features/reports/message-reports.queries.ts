import type { MessageReport, messageReportsApi } from '@letterlend/contract/message-reports.ts'
import { and, asc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { items, message_reports, messages, transactions, users } from '../../db/schema.ts'
import { contextOf, notOfOwn, recordReading } from '../transactions/held-messages.queries.ts'
import { itemColumns } from '../transactions/item-columns.ts'

/** For how long it can be seen what came of a report. */
const HANDLED_REPORT_MS = 182 * 86_400_000

/** Nobody decides about what they reported or wrote, nor about a conversation of their own. */
const decidable = (moderatorId: string): SQL | undefined =>
  and(
    notOfOwn(moderatorId),
    sql`${message_reports.reporter_id} IS DISTINCT FROM ${moderatorId}`,
    sql`${messages.author_id} IS DISTINCT FROM ${moderatorId}`,
  )

const author = alias(users, 'author')
const reporter = alias(users, 'reporter')

/** Whoever of a household wrote it; of messages of which that is not known, the side. */
const authorId = sql`coalesce(${messages.author_id}, ${messages.from_id})`

const selectReports = (db: Db) =>
  db
    .select({
      id: message_reports.id,
      created_at: message_reports.created_at,
      reason: message_reports.reason,
      note: message_reports.note,
      handled_at: message_reports.handled_at,
      outcome: message_reports.outcome,
      reporter: { id: reporter.id, firstname: reporter.firstname },
      by_borrower: sql<boolean>`${messages.from_id} IS DISTINCT FROM ${transactions.borrower_id}`,
      message: {
        id: messages.id,
        text: messages.text,
        created_at: messages.created_at,
        warnings: messages.warnings,
      },
      author: {
        id: author.id,
        firstname: author.firstname,
        created_at: author.created_at,
        reported_by: sql<number>`(
          SELECT count(DISTINCT r.reporter_id)::int FROM message_reports r JOIN messages m ON m.id = r.message_id
          WHERE coalesce(m.author_id, m.from_id) = ${author.id})`,
      },
      item: itemColumns,
      status: transactions.status,
      closed: sql<boolean>`${transactions.closed_at} IS NOT NULL`,
      context: contextOf(sql`around.held_at IS NULL`),
    })
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .innerJoin(items, eq(items.id, transactions.item_id))
    .leftJoin(author, eq(author.id, authorId))
    .leftJoin(reporter, eq(reporter.id, message_reports.reporter_id))

type ReportRow = Awaited<ReturnType<typeof selectReports>>[number]

const iso = (at: Date | string) => new Date(at).toISOString()

function presentReport({ by_borrower, ...row }: ReportRow): MessageReport {
  const side = by_borrower ? 'borrower' : 'lender'
  return {
    ...row,
    created_at: iso(row.created_at),
    handled_at: row.handled_at && iso(row.handled_at),
    reporter: row.reporter && { ...row.reporter, side },
    message: { ...row.message, created_at: iso(row.message.created_at) },
    author: row.author && { ...row.author, created_at: iso(row.author.created_at) },
    context: row.context.map((each) => ({ ...each, created_at: iso(each.created_at) })),
  }
}

/** One page of reported messages, the oldest first. Reading it is written down, of each message. */
export async function readMessageReports(
  db: Db,
  moderatorId: string,
  { page, size, state }: z.output<typeof messageReportsApi.list.query>,
  now: Date,
): Promise<{ rows: MessageReport[]; total: number }> {
  const { handled_at } = message_reports
  const shown = and(
    state === 'open' ? isNull(handled_at) : isNotNull(handled_at),
    decidable(moderatorId),
  )
  const rows = await selectReports(db)
    .where(shown)
    .orderBy(asc(message_reports.created_at), asc(message_reports.id))
    .limit(size)
    .offset((page - 1) * size)
  const read = rows.map(({ message }) => message.id)
  await recordReading(db, moderatorId, 'reported', read, now)
  return { rows: rows.map(presentReport), total: await countReports(db, shown) }
}

async function countReports(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(where)
  return row?.count ?? 0
}

/** How many reported messages wait for this moderator. */
export const countOpenMessageReports = (db: Db, moderatorId: string): Promise<number> =>
  countReports(db, and(isNull(message_reports.handled_at), decidable(moderatorId)))

/** Says what came of reports that are open. @returns of how many */
export async function settleMessageReports(
  db: Db,
  moderatorId: string,
  { ids, outcome }: z.output<typeof messageReportsApi.settle.body>,
  now: Date,
): Promise<number> {
  const theirs = db
    .select({ id: message_reports.id })
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(sql`${message_reports.id} = ANY(${sql.param(ids)}::uuid[])`, decidable(moderatorId)))
  const settled = await db
    .update(message_reports)
    .set({ handled_at: now, handled_by: moderatorId, outcome })
    .where(and(isNull(message_reports.handled_at), sql`${message_reports.id} IN ${theirs}`))
    .returning({ id: message_reports.id })
  return settled.length
}

/** What was handled is needed for as long as somebody could ask about it. */
export async function deleteOldMessageReports(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - HANDLED_REPORT_MS)
  await db.delete(message_reports).where(lt(message_reports.handled_at, until))
}
