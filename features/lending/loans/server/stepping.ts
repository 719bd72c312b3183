import type { z } from 'zod'
import { fetchPlan } from '#features/lending/conversations/days/server/door.ts'
import {
  appendMessage,
  lockAuthor,
  noteStepTaken,
} from '#features/lending/conversations/messages/server/door.ts'
import type {
  LoanReason,
  LoanStep,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  beginStep,
  changeTransaction,
  type LockedSending,
  type OwnTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import type {
  ChangedByStep,
  TransactionRow,
} from '#features/lending/conversations/transactions/tables.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type {
  loanAnswerSchema,
  loanHandOverSchema,
  loanProposalSchema,
} from '../contract.bodies.ts'
import { daysOnceOut } from './days-out.rules.ts'
import { findFreeCopy } from './free-copy.ts'
import { tellOfChange } from './loan-change-notice.ts'
import { type LoanDays, lentRange, loanDays } from './loan-days.rules.ts'

type Answer = z.output<typeof loanAnswerSchema>
type Proposal = z.output<typeof loanProposalSchema>

export interface Change {
  transaction_id: string
  request_id?: string | undefined
  last_event_id?: string | null | undefined
  text?: string | null | undefined
}

/** Decides what the step changes, after everything is locked. */
type Decide = (own: OwnTransaction) => Promise<{
  set: Partial<ChangedByStep>
  reason?: LoanReason | null | undefined
}>

/** Steps that promise a thing or note it as lent: the first one in an ask ends the other requests. */
const isYes = (step: LoanStep) => step === 'accept' || step === 'noteLoan'

/**
 * Takes a step of a loan: locks the transaction, checks whether the caller may take the step, records it, stores
 * the message that came with it, and notifies the other side. A call repeated with the same request id takes the
 * step once, even if it was undone meanwhile. If two people decide at the same moment, the first to get the lock
 * wins and the other call fails.
 * @throws {AppError} not_found, conflict, already_answered, already_lent, status_changed, rate_limited
 */
export async function takeStep(
  called: Sending,
  userId: string,
  step: LoanStep,
  change: Change,
  decide: Decide = async () => ({ set: {} }),
): Promise<void> {
  await lockAuthor(called.db, userId)
  const begun = await beginStep(called, userId, step, change, {
    siblings: isYes(step),
    // A thing that is out can be returned even if the other side is gone.
    alone: step === 'return',
  })
  if (!begun) return
  const { own, sending, status } = begun
  const { row, side } = own
  const { set, reason } = await decide(own)
  const event = { status, side, by_id: userId, reason, request_id: change.request_id }
  const [changed] = await Promise.all([
    changeTransaction(sending, row, event, set, own.viewers),
    noteStepTaken(sending.db, own, sending.now),
  ])
  const message = change.text
    ? await appendMessage(
        sending,
        { ...own, row: changed },
        { text: change.text },
        { isPartOfStep: true },
      )
    : null
  // A message that waits for a moderator is left out of the notification.
  const messageToTell = message?.held_at ? null : message
  await tellOfChange(sending, changed, { by: side, reason: reason ?? null, message: messageToTell })
  if (isYes(step)) await withdrawSiblings(sending, own)
}

/** Ends the other requests of the same ask after the first yes, and notifies their lenders kindly. */
async function withdrawSiblings(sending: LockedSending, own: OwnTransaction): Promise<void> {
  for (const sibling of own.siblings) {
    if (sibling.status !== 'requested' && sibling.status !== 'expired') continue
    const event = {
      status: 'withdrawn',
      side: null,
      by_id: null,
      reason: 'lent_elsewhere',
    } as const
    const changed = await changeTransaction(sending, sibling, event, {})
    if (sibling.status === 'requested') {
      const change = { by: null, reason: 'lent_elsewhere', message: null } as const
      await tellOfChange(sending, changed, change)
    }
  }
}

function accept(sending: Sending, userId: string, answer: Answer): Promise<void> {
  const { db, now, deps } = sending
  return takeStep(sending, userId, 'accept', answer, async ({ row, side }) => {
    // A borrower who accepts the lender's days names none.
    const namedDays: Partial<Answer> = side === 'lender' ? answer : {}
    const days: LoanDays = loanDays(row, namedDays, now, deps.config.timeZone)
    const lent = lentRange(days)
    const today = dayIn(deps.config.timeZone, now)
    const note = side === 'lender' ? (answer.text ?? null) : row.handover_note
    // If the hour is open, the wanted days say when the thing is fetched: they become the agreed ones.
    const isOtherDay =
      days.handover_at === null &&
      Boolean(row.wanted_from ?? namedDays.handover_day) &&
      days.from !== row.wanted_from
    const agreedDays = isOtherDay ? { wanted_from: days.from, wanted_until: days.until } : {}
    return {
      set: {
        ...agreedDays,
        lent,
        copy: await findFreeCopy(db, row, { lent, isOut: false, today }),
        handover_at: days.handover_at,
        return_by: days.until,
        handover_note: note,
      },
    }
  })
}

/**
 * Says yes or no to a request. A yes reserves the thing for these days, a no releases it.
 * @throws {AppError} as {@link takeStep}
 */
export async function answerRequest(
  sending: Sending,
  userId: string,
  answer: Answer,
): Promise<void> {
  if (answer.answer === 'accept') return accept(sending, userId, answer)
  return takeStep(sending, userId, 'decline', answer, async () => ({
    set: {},
    reason: answer.reason ?? null,
  }))
}

/** Proposes other days. If the lender proposed them, the borrower can accept them. */
export async function proposeDays(
  sending: Sending,
  userId: string,
  proposal: Proposal,
): Promise<void> {
  const { now, deps } = sending
  const { wanted_from, wanted_until = null } = proposal
  return takeStep(sending, userId, 'propose', proposal, async ({ side }) => {
    // Checked only when the step is taken: a call that is repeated later gets the same response, even if the days
    // have passed by then.
    checkDays({ from: wanted_from, until: wanted_until }, now, deps.config.timeZone)
    return { set: { wanted_from, wanted_until, dates_by: side }, reason: 'another_day' }
  })
}

export const withdrawRequest = (sending: Sending, userId: string, change: Change) =>
  takeStep(sending, userId, 'withdraw', change)

/** The day of a hand-over: today, or the day given afterwards. */
function dayOfHandOver(
  { created_at }: TransactionRow,
  named: string | null | undefined,
  { today, timeZone }: { today: string; timeZone: string },
): string {
  const day = named ?? today
  if (day > today || day < dayIn(timeZone, created_at)) throw fieldError('day', VALIDATION.date)
  return day
}

/**
 * The borrower has the thing: its days away start today or on the given day, whatever was agreed.
 * @throws {AppError} validation, already_lent if it is promised to another borrower by then or still out, and as
 * {@link takeStep}
 */
export async function handOver(
  sending: Sending,
  userId: string,
  change: z.output<typeof loanHandOverSchema>,
): Promise<void> {
  const { db, now, deps } = sending
  return takeStep(sending, userId, 'handOver', change, async ({ row }) => {
    const { timeZone } = deps.config
    const today = dayIn(timeZone, now)
    if (row.lent === null) throw new Error('Unexpected promise without days')
    const lent = daysOnceOut(row.lent, dayOfHandOver(row, change.day, { today, timeZone }))
    return {
      set: {
        lent,
        lent_as_agreed: row.lent,
        copy: await findFreeCopy(db, row, { lent, isOut: true, today }),
      },
    }
  })
}

/**
 * A side answers that the thing was not fetched, once both are asked; the loan ends.
 * @throws {AppError} status_changed before that, and as {@link takeStep}
 */
export async function reportNotFetched(
  sending: Sending,
  userId: string,
  change: Change,
): Promise<void> {
  const today = dayIn(sending.deps.config.timeZone, sending.now)
  return takeStep(sending, userId, 'notFetched', change, async ({ row: { lent, return_by } }) => {
    const isAsked = lent !== null && fetchPlan({ lent, return_by }).asked_from <= today
    if (!isAsked) throw new AppError('status_changed')
    return { set: {}, reason: 'not_fetched' }
  })
}

export const returnLoan = (sending: Sending, userId: string, change: Change) =>
  takeStep(sending, userId, 'return', change)
