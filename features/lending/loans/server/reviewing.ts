import { inArray } from 'drizzle-orm'
import { daysAfter, findTakenDays } from '#features/lending/conversations/days/server/door.ts'
import {
  afterLock,
  changeTransaction,
  lockTransaction,
} from '#features/lending/conversations/transactions/server/door.ts'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { answerTo } from '#platform/server/questions.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { lent_changes, transaction_reminders } from '../tables.ts'
import { findFreeAgain, findHopeless, type Thing } from './hopeless-requests.queries.ts'
import { freeFrom } from './hopeless-requests.rules.ts'
import { tellOfChange } from './loan-change-notice.ts'
import { loanMomentOf } from './loan-clock.ts'
import { WAITING } from './questions.ts'

/** How many changes one round processes. */
const BATCH = 100

/**
 * Declines a request for the lender because its days are promised to another borrower by now. The reason is
 * recorded, and it does not count as an answer of the lender.
 */
async function endHopeless(deps: Deps, thing: Thing, id: string, today: string): Promise<void> {
  await deps.database.orm.transaction(async (db) => {
    const row = await lockTransaction(db, id)
    // Meanwhile it was decided, other days were named, or a promise was undone.
    const hopeless = await findHopeless(db, thing, today)
    if (!row || !hopeless.some((request) => request.id === id)) return
    const sending = await afterLock({ db, deps, now: deps.clock() }, [row])
    const event = { status: 'declined', side: null, by_id: null, reason: 'lent' } as const
    const changed = await changeTransaction(sending, row, event, {})
    const taken = await findTakenDays(db, thing, today)
    await tellOfChange(sending, changed, {
      by: null,
      reason: 'lent',
      message: null,
      freeFrom: freeFrom(row, taken, { today, last: daysAfter(today, LOAN_MAX_DAYS) }),
    })
  })
}

/** The ended requests whose days are free again, except those of members who wait in line: the line notifies them. */
async function findToTell(db: Db, deps: Deps, thing: Thing, today: string) {
  const free = await findFreeAgain(db, thing, today)
  const waiting = free.length > 0 ? await answerTo(deps, WAITING)(db, thing) : []
  return free.filter(({ borrower_id }) => borrower_id === null || !waiting.includes(borrower_id))
}

/** Notifies a borrower, once, that the days of a request that ended are free again. */
async function tellFreeAgain(deps: Deps, thing: Thing, id: string, today: string): Promise<void> {
  await deps.database.orm.transaction(async (db) => {
    const row = await lockTransaction(db, id)
    const free = await findToTell(db, deps, thing, today)
    if (!row || !free.some((request) => request.id === id)) return
    const now = deps.clock()
    const reminder = { transaction_id: id, kind: 'free_again', created_at: now }
    await db.insert(transaction_reminders).values(reminder)
    const change = { by: null, reason: null, message: null, freeAgain: true }
    await tellOfChange({ db, deps, now }, row, change)
  })
}

/**
 * Reviews the requests for things whose lent days have changed: ends those that can no longer be granted, and
 * notifies borrowers of ended ones whose days are free again. Each request is locked and checked again before it
 * changes, so a round may be repeated or run in several processes.
 */
async function reviewRequests(deps: Deps, signal: AbortSignal): Promise<void> {
  const { orm } = deps.database
  while (!signal.aborted) {
    const changes = await orm.select().from(lent_changes).limit(BATCH)
    if (changes.length === 0) return
    const { today } = loanMomentOf(deps.clock(), deps.config.timeZone)
    const things = new Map(
      changes.map(({ lender_id, item_id }) => [`${lender_id} ${item_id}`, { lender_id, item_id }]),
    )
    for (const thing of things.values()) {
      for (const { id } of await findHopeless(orm, thing, today)) {
        await endHopeless(deps, thing, id, today)
      }
      for (const { id } of await findToTell(orm, deps, thing, today)) {
        await tellFreeAgain(deps, thing, id, today)
      }
    }
    // Deleted last: if the process is killed before, another one repeats the work.
    const ids = changes.map(({ id }) => id)
    await orm.delete(lent_changes).where(inArray(lent_changes.id, ids))
  }
}

/** Runs when a trigger has noted that a thing was promised or became free. */
export const reviewingRequests: FeatureJob = {
  queue: 'lent-changes',
  failure: 'requests not reviewed',
  everySeconds: 15 * MINUTE_SECONDS,
  channel: 'lent_change',
  run: (deps, _data, { signal }) => reviewRequests(deps, signal),
}
