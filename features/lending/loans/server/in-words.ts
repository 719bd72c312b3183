import type { z } from 'zod'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { loanFetchedSchema, loanProposalSchema, notedLoanSchema } from '../contract.bodies.ts'
import { findFreeCopy } from './free-copy.ts'
import { lentRange } from './loan-days.rules.ts'
import { notedDays } from './noted-days.rules.ts'
import { takeStep } from './stepping.ts'

/**
 * The borrower says that both have agreed on days in words. The lender's yes then promises the thing for these
 * days.
 * @throws {AppError} validation, and as {@link takeStep}
 */
export async function sayAgreed(
  sending: Sending,
  userId: string,
  body: z.output<typeof loanProposalSchema>,
): Promise<void> {
  const { now, deps } = sending
  return takeStep(sending, userId, 'sayAgreed', body, async () => {
    const { wanted_from, wanted_until = null } = body
    checkDays({ from: wanted_from, until: wanted_until }, now, deps.config.timeZone)
    const set = { wanted_from, wanted_until, dates_by: 'borrower', in_words: 'agreed' } as const
    return { set, reason: 'agreed_in_words' }
  })
}

/**
 * The borrower says that the thing was fetched already. The borrower's word alone neither lends the thing nor
 * shows anything about the lender: the lender must note the loan.
 * @throws {AppError} validation, and as {@link takeStep}
 */
export async function sayFetched(
  sending: Sending,
  userId: string,
  body: z.output<typeof loanFetchedSchema>,
): Promise<void> {
  const { now, deps } = sending
  return takeStep(sending, userId, 'sayFetched', body, async () => {
    const { from, until } = notedDays(body, now, deps.config.timeZone)
    const days = { wanted_from: from, wanted_until: until }
    const set = { ...days, dates_by: 'borrower', in_words: 'fetched' } as const
    return { set, reason: 'fetched_in_words' }
  })
}

/**
 * The lender notes that the borrower has the thing, since today or an earlier day. It also confirms what the
 * borrower said.
 * @throws {AppError} validation, already_lent if it was promised to another borrower on one of the days, or is
 * out; and as {@link takeStep}
 */
export async function noteLoan(
  sending: Sending,
  userId: string,
  body: z.output<typeof notedLoanSchema>,
): Promise<void> {
  const { db, now, deps } = sending
  return takeStep(sending, userId, 'noteLoan', body, async ({ row }) => {
    const { timeZone } = deps.config
    const return_by = body.return_by ?? null
    const days = notedDays({ since: body.since, return_by }, now, timeZone)
    const lent = lentRange(days)
    return {
      set: {
        wanted_from: days.from,
        wanted_until: return_by,
        return_by,
        lent,
        copy: await findFreeCopy(db, row, { lent, isOut: true, today: dayIn(timeZone, now) }),
        // Kept, so that the step can be undone.
        in_words: row.in_words,
      },
      reason: 'noted',
    }
  })
}
