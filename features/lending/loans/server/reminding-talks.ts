import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { findNameFor, findReceivers } from '#features/lending/conversations/sides/server/door.ts'
import {
  lockTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { transaction_reminders } from '../tables.ts'
import { remindPerson, runs } from './reminding.ts'
import { decisionReminderAt, waitsForWhat, yesQuestionAt } from './urgency.rules.ts'
import { waitingRequestColumns } from './waiting-requests.queries.ts'

/** How long after its time a reminder is still sent. */
const LATEST_MS = 2 * DAY_MS
/** How many reminders one round sends. */
const BATCH = 50

/** Stored with a number, since a conversation may pause several times. */
type Kind = 'yes_question' | 'decision'

/** Messages of the lender's side that were not followed by a step. */
const writtenWords = and(
  eq(messages.transaction_id, transactions.id),
  eq(messages.from_id, transactions.lender_id),
  eq(messages.created_at, transactions.written_at),
  eq(messages.automatic, false),
)

const sentOf = (kind: Kind) =>
  sql<Date[]>`(SELECT coalesce(json_agg(created_at), '[]') FROM ${transaction_reminders}
  WHERE transaction_id = transactions.id AND kind LIKE ${`${kind}_%`})`.mapWith((sent: string[]) =>
    sent.map((at) => new Date(at)),
  )

/** Requests that were discussed but not decided: the lender wrote, or proposed other days. */
function findTalks(db: Db, id?: string) {
  return db
    .select({
      ...waitingRequestColumns,
      words: messages.text,
      author_id: messages.author_id,
      // Messages from the web app have a request id; replies by mail have none.
      isReply: sql<boolean>`${messages.id} IS NOT NULL AND ${messages.request_id} IS NULL`,
      decisions: sentOf('decision'),
      yesQuestions: sentOf('yes_question'),
    })
    .from(transactions)
    .leftJoin(messages, writtenWords)
    .where(
      and(
        eq(transactions.status, 'requested'),
        or(isNotNull(transactions.written_at), eq(transactions.dates_by, 'lender')),
        runs,
        id ? eq(transactions.id, id) : undefined,
      ),
    )
    .orderBy(asc(transactions.updated_at))
}

type Talk = Awaited<ReturnType<typeof findTalks>>[number]

/** When the next reminder of an undecided request is due. */
function dueAt(kind: Kind, talk: Talk, timeZone: string): Date | null {
  return kind === 'yes_question'
    ? yesQuestionAt(talk, talk.isReply, talk.yesQuestions)
    : decisionReminderAt(talk, talk, timeZone)
}

function isDue(kind: Kind, talk: Talk, now: Date, timeZone: string): boolean {
  const at = dueAt(kind, talk, timeZone)
  return at !== null && at <= now && now.getTime() - at.getTime() < LATEST_MS
}

/** Asks only the person who wrote: other household members are reminded later, if necessary. */
async function askWriter(sending: Sending, row: TransactionRow, talk: Talk): Promise<void> {
  const reminder = {
    reminder: 'yesQuestion',
    otherName: await findNameFor(sending.db, row, 'lender'),
    text: talk.words,
    warnings: [],
    toLender: true,
  } as const
  const writerId = talk.author_id ?? row.lender_id
  for (const receiver of await findReceivers(sending.db, row, 'lender')) {
    if (receiver.user.id === writerId) await remindPerson(sending, row, receiver, reminder)
  }
}

/** Reminds the side that has to decide: a lender who wrote, or a borrower who was offered other days. */
async function remindToDecide(sending: Sending, row: TransactionRow, talk: Talk): Promise<void> {
  const { db } = sending
  const isProposal = waitsForWhat(talk) === 'agreement'
  if (isProposal) {
    const otherName = await findNameFor(db, row, 'borrower')
    const words = { otherName, text: null, warnings: [], toLender: false }
    for (const receiver of await findReceivers(db, row, 'borrower')) {
      if (receiver.archived) continue
      await remindPerson(sending, row, receiver, { reminder: 'proposed', ...words })
    }
    if (talk.borrower_wrote_at === null) return
  }
  const reminder = isProposal ? 'proposalTalkedOver' : 'written'
  const otherName = await findNameFor(db, row, 'lender')
  const words = { otherName, text: talk.words, warnings: [], toLender: true }
  for (const receiver of await findReceivers(db, row, 'lender')) {
    if (receiver.archived) continue
    await remindPerson(sending, row, receiver, { reminder, ...words })
  }
}

async function remind(sending: Sending, kind: Kind, id: string): Promise<void> {
  const { db, deps, now } = sending
  const row = await lockTransaction(db, id)
  // Another process was faster, or a side decided or wrote meanwhile.
  const [talk] = await findTalks(db, id)
  if (!row || !talk || !isDue(kind, talk, now, deps.config.timeZone)) return
  const sent = kind === 'yes_question' ? talk.yesQuestions : talk.decisions
  const values = { transaction_id: id, kind: `${kind}_${sent.length + 1}`, created_at: now }
  await db.insert(transaction_reminders).values(values)
  if (kind === 'yes_question') await askWriter(sending, row, talk)
  else await remindToDecide(sending, row, talk)
}

async function remindOf(kind: Kind, deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const talks = await findTalks(orm)
  const dueTalks = talks.filter((talk) => isDue(kind, talk, now, deps.config.timeZone))
  for (const { id } of dueTalks.slice(0, BATCH)) {
    await orm.transaction((db) => remind({ db, deps, now }, kind, id))
  }
}

/**
 * Asks lenders who wrote without taking a step whether that was a yes. Sent at any hour, since they have just
 * written.
 */
export const askWhetherYes = (deps: Deps): Promise<void> => remindOf('yes_question', deps)

/** Reminds of requests that were discussed but not decided. */
export const remindOfTalks = (deps: Deps): Promise<void> => remindOf('decision', deps)
