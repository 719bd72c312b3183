import { listTransactions } from '#features/lending/conversations/lists/server/door.ts'
import type { Speaker } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

export interface CalendarFile {
  filename: string
  contentType: string
  content: Buffer
}

/** A loan as a calendar file. Null if no day is known yet, or if the viewer may not see the loan. */
export async function findLoanCalendar(
  db: Db,
  { publicUrl, timeZone }: Config,
  viewer: Speaker & { lang: Language },
  transactionId: string,
): Promise<CalendarFile | null> {
  const [transaction] = await listTransactions(db, viewer, { transactionId })
  if (!transaction) return null
  // The library is loaded only when the first calendar is requested.
  const { calendarFileName, renderLoanCalendar } = await import('./calendar-events.ts')
  const calendar = renderLoanCalendar({
    transaction,
    side: transaction.borrower_id === viewer.id ? 'borrower' : 'lender',
    lang: viewer.lang,
    url: publicUrl + paths.inbox({ transaction_id: transactionId }),
    timeZone,
  })
  if (calendar === null) return null
  return {
    filename: `${calendarFileName(viewer.lang)}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(calendar),
  }
}
