import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { refuseStaff, suspendUser } from '#features/community/members/server/door.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { lockWithOthers } from '#features/lending/loans/server/door.ts'
import { recordDecision } from '#features/people/decisions/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { requireFreshProof } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { settleMessageReportsSchema } from '../../contract.admin.ts'
import { type DecidedReport, reportDecided } from '../mails/report-decided.ts'
import { messageWarning } from '../mails.ts'
import {
  findAuthor,
  findReporters,
  noteDecision,
  settleMessageReports,
} from './message-reports.queries.ts'

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
async function tellReporters(
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

type Settling = z.output<typeof settleMessageReportsSchema>

/**
 * The author of the reported message, if the measure is possible. Throws `forbidden`, `is_admin`, and `validation` if
 * the account is gone or cannot be mailed.
 */
async function findConcerned(
  db: Db,
  moderator: Viewer,
  { ids: [id = ''], measure }: Settling,
  now: Date,
): Promise<UserRow> {
  const author = await findAuthor(db, moderator, id)
  if (!author) throw fieldError('measure', VALIDATION.invalid)
  if (measure === 'warn') {
    if (!author.email || !author.email_confirmed_at) throw fieldError('measure', VALIDATION.invalid)
    return author
  }
  if (!may(moderator, 'POST /admin/users/suspend')) throw new AppError('forbidden')
  requireFreshProof(moderator, now)
  refuseStaff(author, moderator)
  return author
}

interface Warning {
  author: UserRow
  reason: string
  moderator: Viewer
}

/**
 * Mails the author the moderator's reason, without naming the reporter.
 * @returns the id of the decision in the mail
 */
async function warn(
  { db, deps, now }: Sending,
  { author, reason, moderator }: Warning,
): Promise<string> {
  const { id, inMail: decision } = await recordDecision(
    db,
    deps,
    {
      user_id: author.id,
      kind: 'author_warned',
      ground: 'terms',
      after_report: true,
      automated: false,
      reason,
      decided_by: moderator.id,
    },
    now,
  )
  const { firstname, email, lang } = author
  const content = messageWarning({ firstname, reason, decision })
  if (email) await deps.mails.enqueue(db, { to: email, lang, content })
  return id
}

async function refreshLetterbox(deps: Deps, ownerId: string): Promise<void> {
  const ownedLetterboxes = await deps.database.orm
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  await deps.letterboxFeed.refresh(ownedLetterboxes.map(({ id }) => id))
}

/**
 * Settles reports, takes the measure against the author, and notifies the reporters. Does nothing if another moderator
 * was faster.
 * @returns how many reports were settled
 * @throws {AppError} forbidden if a moderator without that right suspends; fresh_proof_needed before suspending;
 * is_admin; validation if the account is gone
 */
export async function settle(deps: Deps, moderator: Viewer, settling: Settling): Promise<number> {
  const now = deps.clock()
  const { measure, reason } = settling
  let suspendedId: string | null = null
  const decided = await deps.database.orm.transaction(async (tx) => {
    const sending = { db: tx, deps, now }
    if (measure === 'none') {
      const settledIds = await settleMessageReports(tx, moderator, settling, now)
      const result = settling.outcome === 'unfounded' ? 'unfounded' : 'justified'
      await tellReporters(sending, settledIds, result)
      return settledIds.length
    }
    const { id } = await findConcerned(tx, moderator, settling, now)
    // Lock accounts before reports, as the deletion of an account does.
    if (measure === 'suspend') await lockWithOthers(tx, id)
    const settledIds = await settleMessageReports(tx, moderator, settling, now)
    if (settledIds.length === 0) return 0
    // Read again under the lock.
    const author = await findConcerned(tx, moderator, settling, now)
    let decisionId: string
    if (measure === 'warn') decisionId = await warn(sending, { author, reason, moderator })
    else {
      decisionId = await suspendUser(sending, author, {
        reason,
        ground: 'terms',
        afterReport: true,
        by: moderator,
      })
      suspendedId = id
    }
    await noteDecision(tx, settling.ids, decisionId)
    await tellReporters(sending, settledIds, 'acted')
    return settledIds.length
  })
  if (suspendedId) await refreshLetterbox(deps, suspendedId)
  return decided
}
