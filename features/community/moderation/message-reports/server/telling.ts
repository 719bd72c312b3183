import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { type DecidedReport, reportDecided } from './mails/report-decided.ts'
import { findReporters } from './message-reports.queries.ts'

/** Time from the first decision until the mail goes out: enough for a moderator to work through the reports. */
const GATHERED_SECONDS = 10 * MINUTE_SECONDS

async function tell(
  { db, deps }: Sending,
  { firstname, email, email_confirmed_at, lang }: UserRow,
  report: DecidedReport,
): Promise<void> {
  // An unconfirmed address may be a stranger's.
  if (!email || !email_confirmed_at) return
  const { publicUrl, timeZone } = deps.config
  const mail = { to: email, lang, inSeconds: GATHERED_SECONDS }
  await deps.mails.gather(db, reportDecided, mail, async (waiting) =>
    reportDecided({
      firstname,
      reports: [...(waiting?.reports ?? []), report],
      timeZone,
      url: publicUrl + paths.inbox(),
    }),
  )
}

/**
 * Notifies the reporters of the outcome, each with one mail for all decisions of some minutes. The mail says nothing
 * about the other person or the measure.
 */
export async function tellReporters(
  sending: Sending,
  reportIds: readonly string[],
  result: DecidedReport['result'],
): Promise<void> {
  for (const each of await findReporters(sending.db, reportIds)) {
    const { reporter, created_at, transaction_id, item } = each
    await tell(sending, reporter, {
      item: item[`name_${storedLanguage(reporter.lang)}`],
      reported_at: created_at.toISOString(),
      result,
      url: sending.deps.config.publicUrl + paths.inbox({ transaction_id }),
    })
  }
}
