import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { keepAnswers } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_answers, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { DAY_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { answer_candidates } from '../tables.ts'
import { answerBand, REMEMBERED_MS, type RequestToLender } from './answer-bands.rules.ts'

/** How many lenders one database transaction computes. */
const BATCH = 200
/** Bands are recomputed after this time, since requests drop out of the twelve months day by day. */
const STALE_MS = DAY_MS

/** The requests that count, by lender. */
async function findRequests(
  db: Db,
  lenders: string[],
  now: Date,
): Promise<Map<string, RequestToLender[]>> {
  const rows = await db
    .select({
      lender_id: transactions.lender_id,
      created_at: transactions.created_at,
      answered_at: transactions.answered_at,
      withdrawn_at: sql<string | null>`(
        SELECT max(at) FROM transaction_events
        WHERE transaction_id = transactions.id AND status = 'withdrawn')`,
      excused_at: sql<string | null>`(
        SELECT max(at) FROM transaction_events WHERE transaction_id = transactions.id AND side IS NULL
          AND reason IS NOT NULL AND status IN ('declined', 'withdrawn', 'expired'))`,
    })
    .from(transactions)
    .where(
      and(
        inArray(transactions.lender_id, lenders),
        gt(transactions.created_at, new Date(now.getTime() - REMEMBERED_MS)),
        // The lender does not know of a request that waits for a moderator.
        isNull(transactions.held_at),
      ),
    )
  const requestsOfLender = new Map<string, RequestToLender[]>(lenders.map((id) => [id, []]))
  const instantOf = (at: string | null) => (at === null ? null : new Date(at))
  for (const { lender_id, withdrawn_at, excused_at, ...row } of rows) {
    const request = {
      ...row,
      withdrawn_at: instantOf(withdrawn_at),
      excused_at: instantOf(excused_at),
    }
    if (lender_id !== null) requestsOfLender.get(lender_id)?.push(request)
  }
  return requestsOfLender
}

/** How many things each lender has lent and got back. */
async function countLoans(db: Db, lenders: string[]): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ lender_id: transactions.lender_id, count: sql<number>`count(*)::int` })
    .from(transactions)
    .where(and(inArray(transactions.lender_id, lenders), eq(transactions.status, 'returned')))
    .groupBy(transactions.lender_id)
  return new Map(rows.map(({ lender_id, count }) => [lender_id, count]))
}

/** Recomputes the answer bands of these lenders' letterboxes. */
async function compute(db: Db, lenders: string[], now: Date): Promise<void> {
  const boxes = await db
    .select({
      id: letterboxes.id,
      user_id: letterboxes.user_id,
      asked_at: letterboxes.sign_question_at,
      answered_at: letterboxes.sign_answer_at,
    })
    .from(letterboxes)
    .where(inArray(letterboxes.user_id, lenders))
    // Without the lock, a letterbox deleted meanwhile would fail the bands of all the others.
    .for('key share')
  if (boxes.length === 0) return
  const requestsOfLender = await findRequests(db, lenders, now)
  const loans = await countLoans(db, lenders)
  const answers = boxes.map(({ id, user_id, asked_at, answered_at }) => ({
    letterbox_id: id,
    answers: answerBand(
      requestsOfLender.get(user_id) ?? [],
      now,
      asked_at && { asked_at, answered_at },
    ),
    loans: loans.get(user_id) ?? 0,
    computed_at: now,
  }))
  await keepAnswers(db, answers)
}

/** Serializes computations across processes, so that the later one is written last. */
const waitForOthers = (tx: Db) => takeLock(tx, 'answerBands')

/**
 * Takes a batch of lenders off the queue and computes their bands.
 * @returns whether there were any
 */
async function computeCandidates(db: Db, now: Date): Promise<boolean> {
  await waitForOthers(db)
  const candidates = await db
    .delete(answer_candidates)
    .where(sql`${answer_candidates.id} IN (SELECT id FROM ${answer_candidates} LIMIT ${BATCH})`)
    .returning({ id: answer_candidates.lender_id })
  if (candidates.length > 0) await compute(db, [...new Set(candidates.map(({ id }) => id))], now)
  return candidates.length > 0
}

/**
 * Recomputes bands that are older than a day.
 * @returns whether there were any
 */
async function computeStale(db: Db, now: Date): Promise<boolean> {
  await waitForOthers(db)
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

/** Runs when a trigger has noted a lender, and at intervals, since bands also change with time alone. */
export const computingAnswers: FeatureJob = {
  queue: 'answers',
  failure: 'answer bands not computed',
  everySeconds: 15 * MINUTE_SECONDS,
  channel: 'answer_candidate',
  run: (deps, _data, { signal }) => computeAnswers(deps, signal),
}
