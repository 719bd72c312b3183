import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { keepAnswers } from '#features/letterboxes/server/door.ts'
import { letterbox_answers, letterboxes } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { answer_candidates } from '../tables.ts'
import { type AskedOnce, answerBand, REMEMBERED_MS } from './answer-bands.rules.ts'

/** Lenders that one transaction looks at. */
const BATCH = 200
/** What was asked a year ago falls out of account day by day. */
const STALE_MS = DAY_MS
/** Any number, but the same in every process: what was read last is written last. */
const LOCK = 736_173_021

/** What lenders were asked in the time that counts. */
async function findAsked(db: Db, lenders: string[], now: Date): Promise<Map<string, AskedOnce[]>> {
  const rows = await db
    .select({
      renter_id: transactions.renter_id,
      created_at: transactions.created_at,
      answered_at: transactions.answered_at,
      withdrawn_at: sql<string | null>`(
        SELECT max(at) FROM transaction_events
        WHERE transaction_id = transactions.id AND status = 'withdrawn')`,
    })
    .from(transactions)
    .where(
      and(
        inArray(transactions.renter_id, lenders),
        gt(transactions.created_at, new Date(now.getTime() - REMEMBERED_MS)),
        // They knew nothing of it.
        isNull(transactions.held_at),
      ),
    )
  const asked = new Map<string, AskedOnce[]>(lenders.map((id) => [id, []]))
  for (const { renter_id, withdrawn_at, ...row } of rows) {
    const once = { ...row, withdrawn_at: withdrawn_at === null ? null : new Date(withdrawn_at) }
    if (renter_id !== null) asked.get(renter_id)?.push(once)
  }
  return asked
}

/** What each has lent and got back. */
async function countLoans(db: Db, lenders: string[]): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ renter_id: transactions.renter_id, count: sql<number>`count(*)::int` })
    .from(transactions)
    .where(and(inArray(transactions.renter_id, lenders), eq(transactions.status, 'returned')))
    .groupBy(transactions.renter_id)
  return new Map(rows.map(({ renter_id, count }) => [renter_id, count]))
}

/** Works out again how the letterboxes of lenders answer. */
async function compute(db: Db, lenders: string[], now: Date): Promise<void> {
  const boxes = await db
    .select({ id: letterboxes.id, user_id: letterboxes.user_id })
    .from(letterboxes)
    .where(inArray(letterboxes.user_id, lenders))
  if (boxes.length === 0) return
  const asked = await findAsked(db, lenders, now)
  const loans = await countLoans(db, lenders)
  const kept = boxes.map(({ id, user_id }) => ({
    letterbox_id: id,
    answers: answerBand(asked.get(user_id) ?? [], now),
    loans: loans.get(user_id) ?? 0,
    computed_at: now,
  }))
  await keepAnswers(db, kept)
}

const lock = (db: Db) => db.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

/** Takes some lenders off the queue. @returns whether there were any */
async function computeCandidates(db: Db, now: Date): Promise<boolean> {
  await lock(db)
  const taken = await db
    .delete(answer_candidates)
    .where(sql`${answer_candidates.id} IN (SELECT id FROM ${answer_candidates} LIMIT ${BATCH})`)
    .returning({ id: answer_candidates.renter_id })
  if (taken.length > 0) await compute(db, [...new Set(taken.map(({ id }) => id))], now)
  return taken.length > 0
}

/** Those that nobody has looked at for a day. @returns whether there were any */
async function computeStale(db: Db, now: Date): Promise<boolean> {
  await lock(db)
  const stale = await db
    .select({ user_id: letterboxes.user_id })
    .from(letterbox_answers)
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_answers.letterbox_id))
    .where(lt(letterbox_answers.computed_at, new Date(now.getTime() - STALE_MS)))
    .limit(BATCH)
  if (stale.length > 0) {
    await compute(
      db,
      stale.map(({ user_id }) => user_id),
      now,
    )
  }
  return stale.length > 0
}

async function computeAnswers(
  { database, clock }: { database: Database; clock: () => Date },
  signal: AbortSignal,
): Promise<void> {
  for (const part of [computeCandidates, computeStale]) {
    let more = true
    while (more && !signal.aborted) {
      more = await database.orm.transaction((tx) => part(tx, clock()))
    }
  }
}

/** Due when a trigger has noted a lender, and now and then for what time alone changes. */
export const computingAnswers: FeatureJob = {
  queue: 'answers',
  failure: 'answer bands not computed',
  retries: 5,
  pauseSeconds: 5,
  expireSeconds: 15 * 60,
  parallel: 1,
  pollMs: 60_000,
  recurs: { everyMs: 15 * 60_000, channel: 'answer_candidate' },
  run: (deps, _data, { signal }) => computeAnswers(deps, signal),
}
