import type { z } from 'zod'
import type {
  OwnTransaction,
  Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  NO_DAYS_ASKED,
  type TransactionRow,
} from '#features/lending/conversations/transactions/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { loanChangeSchema, loanDaysAgreedSchema, loanDaysSchema } from '../contract.bodies.ts'
import { type AskedDays, changedDays } from './changed-days.rules.ts'
import { findFreeCopy } from './free-copy.ts'
import { lentRange } from './loan-days.rules.ts'
import { forgetReminderOfQuestion, forgetRemindersOfDays } from './reminding.ts'
import { takeStep } from './stepping.ts'

type Named = Pick<z.output<typeof loanDaysAgreedSchema>, 'handover_at' | 'return_by'>

const askedDays = ({ handover_at, return_by }: Named): AskedDays => ({
  handover_at: handover_at ? new Date(handover_at) : null,
  return_by: return_by ?? null,
})

/** The days after the change, and a copy that is free on them. */
async function daysInstead({ db, now, deps }: Sending, row: TransactionRow, asked: AskedDays) {
  const days = changedDays(row, asked, now, deps.config.timeZone)
  const lent = lentRange(days)
  const isOut = row.status === 'handed_over'
  const today = dayIn(deps.config.timeZone, now)
  return { days, lent, copy: await findFreeCopy(db, row, { lent, isOut, today }) }
}

/**
 * Asks the other side to change the days of an agreed or handed-over loan. The old days hold until it says yes.
 * @throws {AppError} validation, already_lent if the thing is promised to another borrower on one of the days,
 * and as {@link takeStep}
 */
export async function askForDays(
  sending: Sending,
  userId: string,
  body: z.output<typeof loanDaysSchema>,
): Promise<void> {
  return takeStep(sending, userId, 'changeDays', body, async ({ row, side }) => {
    const asked = askedDays(body)
    await daysInstead(sending, row, asked)
    await forgetReminderOfQuestion(sending.db, row.id)
    const set = {
      days_asked_by: side,
      asked_handover_at: asked.handover_at,
      asked_return_by: asked.return_by,
    }
    return { set, reason: 'days_asked' }
  })
}

/** @throws {AppError} status_changed if the proposed days differ from those that the caller saw */
function checkIsAsked({ row }: OwnTransaction, read: AskedDays): void {
  const isAsked =
    row.asked_return_by === read.return_by &&
    row.asked_handover_at?.getTime() === read.handover_at?.getTime()
  if (!isAsked) throw new AppError('status_changed')
}

/**
 * Accepts the days that the other side proposed; they become the agreed ones.
 * @param body with the days that the caller saw
 * @throws {AppError} validation if a day has passed by now, already_lent, status_changed, and as {@link takeStep}
 */
export async function agreeToDays(
  sending: Sending,
  userId: string,
  body: z.output<typeof loanDaysAgreedSchema>,
): Promise<void> {
  return takeStep(sending, userId, 'agreeDays', body, async (own) => {
    const asked = askedDays(body)
    checkIsAsked(own, asked)
    const { days, lent, copy } = await daysInstead(sending, own.row, asked)
    await forgetRemindersOfDays(sending.db, own.row.id)
    return {
      set: {
        ...NO_DAYS_ASKED,
        lent,
        copy,
        handover_at: days.handover_at,
        return_by: days.until,
      },
      reason: 'days_agreed',
    }
  })
}

/** Keeps the agreed days: the other side declines the change, or the side that asked withdraws it. */
export async function keepDays(
  sending: Sending,
  userId: string,
  change: z.output<typeof loanChangeSchema>,
): Promise<void> {
  return takeStep(sending, userId, 'keepDays', change, async ({ row, side }) => ({
    set: NO_DAYS_ASKED,
    reason: row.days_asked_by === side ? 'days_withdrawn' : 'days_kept',
  }))
}
