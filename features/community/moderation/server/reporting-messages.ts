import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  everybodyOf,
  findSpeaker,
  sideIdOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { findPlaceOfOwner } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import type { newMessageReportSchema } from '../contract.ts'
import { cases } from '../tables.ts'
import { isOfKind } from './admin/cases.queries.ts'
import { messageReport, messageReportReceived } from './mails.ts'

type NewReport = z.output<typeof newMessageReportSchema>

/** The conversation of the reported message and the user's side in it; null for everyone else. */
async function findOwn(db: Db, { message_id, transaction_id }: NewReport, userId: string) {
  const ofMessage = sql`(SELECT ${messages.transaction_id} FROM ${messages} WHERE ${messages.id} = ${message_id})`
  const [row] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.id, transaction_id ?? ofMessage))
  const side = row && sideIdOf(row, await findSpeaker(db, userId))
  return side ? { row, side } : null
}

/** The reported message, if it was delivered to the user's side. */
async function findReported(
  db: Db,
  { id }: TransactionRow,
  side: string,
  { message_id }: NewReport,
) {
  // A message of a deleted account can still be reported, but has no sender any more.
  const ofOther = sql`${messages.from_id} IS DISTINCT FROM ${side}`
  const [message] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.transaction_id, id),
        message_id ? eq(messages.id, message_id) : ofOther,
        or(isNull(messages.held_at), eq(messages.from_id, side)),
      ),
    )
    .orderBy(desc(messages.created_at))
    .limit(1)
  return message
}

/**
 * Stores one report for each message and reporter, however often the button is pressed.
 * @returns its id, and whether it is new
 */
async function insertOnce(
  db: Db,
  values: Pick<typeof cases.$inferInsert, 'type' | 'text' | 'created_at'> & {
    message_id: string
    user_id: string
  },
): Promise<{ id: string; isNew: boolean }> {
  const [newReport] = await db
    .insert(cases)
    .values({ ...values, kind: 'message_report' })
    .onConflictDoNothing()
    .returning({ id: cases.id })
  if (newReport) return { id: newReport.id, isNew: true }
  const isSameReport = and(
    isOfKind('message_report'),
    eq(cases.message_id, values.message_id),
    eq(cases.user_id, values.user_id),
  )
  const [earlierReport] = await db.select({ id: cases.id }).from(cases).where(isSameReport)
  if (!earlierReport) throw new AppError('not_found')
  return { id: earlierReport.id, isNew: false }
}

/** People who must not be notified of a report: those of the conversation, even if one is a moderator. */
const findConcerned = async (db: Db, row: TransactionRow, ...others: (string | null)[]) => [
  ...(await everybodyOf(db, row)),
  ...others,
]

/**
 * Reports a message of the other side to the moderators. The mail does not quote it, because moderators read it where
 * each reading is recorded.
 * @throws {AppError} not_found if the user has no side in the conversation or the other side wrote nothing; validation
 * for a message of the own side
 */
export async function reportMessage(
  db: Db,
  mail: MailDeps,
  userId: string,
  report: NewReport,
  now: Date,
): Promise<{ id: string }> {
  const own = await findOwn(db, report, userId)
  const message = own && (await findReported(db, own.row, own.side, report))
  if (!message) throw new AppError('not_found')
  const { row, side } = own
  if (message.from_id === side) throw fieldError('message_id', VALIDATION.invalid)
  const { reason, note } = report
  const { id, isNew } = await insertOnce(db, {
    message_id: message.id,
    user_id: userId,
    type: reason,
    text: note,
    created_at: now,
  })
  if (!isNew) return { id }
  const reporter = await findUser(db, userId)
  if (reporter?.email && reporter.email_confirmed_at) {
    const url = mail.config.publicUrl + paths.inbox({ transaction_id: row.id })
    const { firstname, email, lang } = reporter
    await mail.mails.enqueue(db, {
      to: email,
      lang,
      content: messageReportReceived({ firstname, url }),
    })
  }
  const except = await findConcerned(db, row, userId, message.author_id)
  const page = mail.config.publicUrl + paths.login(adminPaths.screen('message-reports'))
  await enqueueStaffMail(
    db,
    mail,
    'GET /admin/message-reports',
    messageReport({ reason, note, page }),
    { place: await findPlaceOfOwner(db, row.lender_id), except },
  )
  return { id }
}
