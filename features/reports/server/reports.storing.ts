import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { letterboxes } from '#features/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import type { Language } from '#platform/shared/languages.ts'
import { REPORT_MESSAGE_MAX_LENGTH, type ReportTypeName } from '../contract.ts'
import { reports } from '../tables.ts'
import { MOST_OPEN } from './reports.rules.ts'

/** As much as one report may hold with all that was added to it; the table says the same. */
const WITH_ADDITIONS_MAX_LENGTH = 5 * REPORT_MESSAGE_MAX_LENGTH

interface NewReport {
  letterbox_id: string
  user_id: string | null
  type: ReportTypeName
  title: string
  message: string
  email: string
  lang: Language
}

/** What one person has reported about one letterbox and nobody has settled, the oldest first. */
function findOpenOfSame(db: Db, { letterbox_id, user_id, email }: NewReport) {
  return db
    .select()
    .from(reports)
    .where(
      and(
        eq(reports.letterbox_id, letterbox_id),
        isNull(reports.handled_at),
        user_id === null
          ? and(isNull(reports.user_id), sql`lower(${reports.email}) = lower(${email})`)
          : eq(reports.user_id, user_id),
      ),
    )
    .orderBy(asc(reports.created_at), asc(reports.id))
}

/**
 * Keeps a report. Of one person only so many about a letterbox are open at a time; what comes after is
 * added to the first of them, and nobody is told again.
 */
export async function storeReport(
  db: Db,
  report: NewReport,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  // Of several at the same time each one has to count those before it.
  await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.id, report.letterbox_id))
    .for('no key update')
  const open = await findOpenOfSame(db, report)
  const [first] = open
  if (!first || open.length < MOST_OPEN) {
    const [stored] = await db
      .insert(reports)
      .values({ ...report, created_at: now })
      .returning({ id: reports.id })
    if (!stored) throw new Error('Unexpected empty answer to an insert')
    return { id: stored.id, isNew: true }
  }
  const added = [first.message, report.title, report.message].filter(Boolean).join('\n')
  const fits = lengthOf(added) <= WITH_ADDITIONS_MAX_LENGTH
  await db
    .update(reports)
    .set({
      ...(fits && { message: added }),
      repeats: first.repeats + 1,
      version: first.version + 1,
    })
    .where(eq(reports.id, first.id))
  return { id: first.id, isNew: false }
}
