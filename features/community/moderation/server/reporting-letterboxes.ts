import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import type { Language } from '#platform/shared/languages.ts'
import { REPORT_MESSAGE_MAX_LENGTH } from '../contract.ts'
import { reports } from '../tables.ts'
import { MOST_OPEN } from './reports.rules.ts'

/** Maximum length of a report with everything appended to it, in characters. The table has the same limit. */
const WITH_ADDITIONS_MAX_LENGTH = 5 * REPORT_MESSAGE_MAX_LENGTH

interface NewReport {
  letterbox_id: string
  user_id: string | null
  type: ReportTypeName
  title: string
  message: string
  name: string
  email: string
  lang: Language
}

/** Open reports of the same person about the same letterbox, oldest first. */
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
 * Stores a report. One person can only have a few open ones about a letterbox; later ones are appended to the first,
 * without another mail.
 */
export async function storeReport(
  db: Db,
  report: NewReport,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  // Locked, so that each of several concurrent reports counts those before it.
  await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.id, report.letterbox_id))
    .for('no key update')
  const open = await findOpenOfSame(db, report)
  const [first] = open
  if (!first || open.length < MOST_OPEN) {
    const [newReport] = await db
      .insert(reports)
      .values({ ...report, created_at: now })
      .returning({ id: reports.id })
    if (!newReport) throw new Error('Unexpected empty answer to an insert')
    return { id: newReport.id, isNew: true }
  }
  const longerMessage = [first.message, report.title, report.message].filter(Boolean).join('\n')
  const fitsIn = lengthOf(longerMessage) <= WITH_ADDITIONS_MAX_LENGTH
  await db
    .update(reports)
    .set({
      message: fitsIn ? longerMessage : undefined,
      repeats: first.repeats + 1,
      version: first.version + 1,
    })
    .where(eq(reports.id, first.id))
  return { id: first.id, isNew: false }
}
