import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import type { Language } from '#platform/shared/languages.ts'
import { REPORT_MESSAGE_MAX_LENGTH } from '../contract.ts'
import { cases } from '../tables.ts'
import { isOpen } from './admin/cases.queries.ts'
import { MOST_OPEN } from './reports.rules.ts'

/** Maximum length of a report with everything appended to it, in characters. The table has the same limit. */
const WITH_ADDITIONS_MAX_LENGTH = 5 * REPORT_MESSAGE_MAX_LENGTH

interface NewReport {
  letterbox_id: string
  user_id: string | null
  type: ReportTypeName
  title: string
  text: string
  name: string
  email: string
  lang: Language
}

/** Open reports of the same person about the same letterbox, oldest first. */
function findOpenOfSame(db: Db, { letterbox_id, user_id, email }: NewReport) {
  return db
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.letterbox_id, letterbox_id),
        isOpen('report'),
        user_id === null
          ? and(isNull(cases.user_id), sql`lower(${cases.email}) = lower(${email})`)
          : eq(cases.user_id, user_id),
      ),
    )
    .orderBy(asc(cases.created_at), asc(cases.id))
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
      .insert(cases)
      .values({ ...report, kind: 'report', created_at: now })
      .returning({ id: cases.id })
    if (!newReport) throw new Error('Unexpected empty answer to an insert')
    return { id: newReport.id, isNew: true }
  }
  const longerText = [first.text, report.title, report.text].filter(Boolean).join('\n')
  const fitsIn = lengthOf(longerText) <= WITH_ADDITIONS_MAX_LENGTH
  await db
    .update(cases)
    .set({
      text: fitsIn ? longerText : undefined,
      repeats: first.repeats + 1,
      version: first.version + 1,
    })
    .where(eq(cases.id, first.id))
  return { id: first.id, isNew: false }
}
