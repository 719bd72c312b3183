import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { type ShownThanks, THANKS_SHOWN } from '#features/places/letterboxes/contract.ts'
import type {
  Lending,
  PromisedLoan,
  PromisedThing,
  RunningLoan,
} from '#features/places/letterboxes/lent/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, isOneOf, prepared } from '#platform/server/db/prepared.ts'

/** The day after the last one. A loan without an end takes its thing on every day. */
const end = sql`coalesce(upper(lent), '9999-12-31'::date)`

/** All running loans of an owner as one JSON value. */
const loans = sql<RunningLoan[]>`json_agg(json_build_object(
  'item_id', item_id, 'handed_over', status = 'handed_over', 'from', lower(lent), 'end', ${end},
  'until', CASE WHEN status = 'handed_over' AND return_by IS NULL THEN NULL ELSE upper(lent) END
))`

/** The running loans of the owners of some letterboxes. */
const selectRunning = (db: Db, ofLetterbox: SQL | undefined) =>
  db
    .select({ ownerId: transactions.lender_id, loans })
    .from(transactions)
    // The statuses are literals as in the partial index, which is not used otherwise.
    .where(
      and(
        inArray(
          transactions.lender_id,
          db.select({ id: letterboxes.user_id }).from(letterboxes).where(ofLetterbox),
        ),
        sql`${transactions.status} IN ('accepted', 'handed_over')`,
      ),
    )
    .groupBy(transactions.lender_id)

const byOwner = (rows: { ownerId: string | null; loans: RunningLoan[] }[]) =>
  new Map(rows.map((row) => [row.ownerId ?? '', row.loans]))

const selectOfLetterboxes = prepared('running_loans', (db, { ids }: Asking<{ ids: string[] }>) =>
  selectRunning(db, isOneOf(letterboxes.id, ids, 'uuid')),
)

const selectOfUser = prepared('own_running_loans', (db, { id }: Asking<{ id: string }>) =>
  selectRunning(db, managedBy(id)),
)

async function findPromised(
  db: Db,
  ids?: readonly string[],
): Promise<Map<string, PromisedThing[]>> {
  const rows = await db
    .select({
      letterbox_id: letterboxes.id,
      item_id: letterbox_items.item_id,
      copies: letterbox_items.copies,
      loans: sql<PromisedLoan[]>`json_agg(json_build_object(
        'from', lower(lent), 'end', ${end}, 'handed_over', status = 'handed_over'))`,
    })
    .from(transactions)
    .innerJoin(letterboxes, eq(letterboxes.user_id, transactions.lender_id))
    .innerJoin(
      letterbox_items,
      and(
        eq(letterbox_items.letterbox_id, letterboxes.id),
        eq(letterbox_items.item_id, transactions.item_id),
      ),
    )
    .where(
      and(
        sql`${transactions.status} IN ('accepted', 'handed_over')`,
        ids && inArray(letterboxes.id, [...ids]),
      ),
    )
    .groupBy(letterboxes.id, letterbox_items.item_id, letterbox_items.copies)
  const promised = new Map<string, PromisedThing[]>()
  for (const { letterbox_id, ...thing } of rows) {
    const things = promised.get(letterbox_id)
    if (things) things.push(thing)
    else promised.set(letterbox_id, [thing])
  }
  return promised
}

const selectShownThanks = prepared('shown_thanks', (db, { id }: Asking<{ id: string }>) =>
  db
    .select({ text: transaction_thanks.text, created_at: transaction_thanks.created_at })
    .from(transaction_thanks)
    .innerJoin(letterboxes, eq(letterboxes.user_id, transaction_thanks.to_id))
    .where(
      and(
        eq(letterboxes.id, id),
        eq(transaction_thanks.shown, true),
        eq(transaction_thanks.hidden, false),
        isNotNull(transaction_thanks.text),
      ),
    )
    .orderBy(desc(transaction_thanks.created_at), desc(transaction_thanks.transaction_id))
    .limit(THANKS_SHOWN),
)

async function listShownThanks(db: Db, id: string, timeZone: string): Promise<ShownThanks[]> {
  const rows = await selectShownThanks(db, { id })
  return rows.map(({ text, created_at }) => ({
    text: text ?? '',
    month: dayIn(timeZone, created_at).slice(0, 7),
  }))
}

/** What the map shows about an owner's loans. */
export const lending: Lending = {
  findRunning: async (db, ids) =>
    ids.length === 0 ? new Map() : byOwner(await selectOfLetterboxes(db, { ids: [...ids] })),

  findRunningOfUser: async (db, id) => byOwner(await selectOfUser(db, { id })),

  findPromised,

  listShownThanks,
}
