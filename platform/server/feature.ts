import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Db, Orm } from './db/client.ts'
import type { Deps } from './deps.ts'
import type { UserRow } from './identity/tables.ts'
import type { TakesReplies } from './inbound-mail/replies.ts'
import type { JobKind, Running } from './jobs/job-queue.ts'
import type { HeldKey } from './keys/held-keys.ts'
import type { MailTemplate } from './mail/mail-template.ts'
import type { Answered, Asked } from './questions.ts'

/** A table with data about a user, for the data export. */
export interface PersonalData {
  table: PgTable
  /** Name in the export, for a table with rows of several kinds. Default: the name of the table. */
  name?: string
  /** Columns in the export, by name. Default: those of the table that are not `secret`. */
  columns?: Readonly<Record<string, PgColumn | SQL>>
  /** Columns that are never exported: hashes of secrets. */
  secret?: readonly string[]
  /**
   * Private content: messages between people, and blocks. Users get it in their own export; an export that the staff
   * makes leaves it out. Either the whole table or these columns.
   */
  betweenPeople?: 'all' | readonly string[]
  /** Condition for the rows that concern a user. It can query other features. */
  where: (user: UserRow, asked: Asked) => SQL | undefined
}

/** An account that is being removed, with the letterbox it manages. All are locked until the transaction ends. */
export interface LeavingAccount {
  account: UserRow
  /** `user_id` is the owner of the letterbox. */
  letterbox: { id: string; user_id: string } | null
  /** Ids of all users of the household, including this one. No other users are locked. */
  household: ReadonlySet<string>
}

/** Work at the removal of an account that no cascade of the database does. */
export interface AccountRemoval {
  /**
   * Users outside the household that `before` notifies. They are locked together with the leaving account in a fixed
   * order, so that two users who leave at the same time do not deadlock.
   */
  tells?(tx: Db, userId: string): Promise<string[]>
  /** Runs while all data of the account still exists. */
  before?(tx: Db, deps: Deps, leaving: LeavingAccount): Promise<void>
  /** Runs after the account's row and everything that references it are deleted. */
  after?(tx: Db, deps: Deps, leaving: LeavingAccount): Promise<void>
}

/** An account whose e-mail address has just been confirmed. */
export interface ConfirmedAccount {
  id: string
  email: string | null
  /** The account had no confirmed address before. */
  isFirst: boolean
}

/** Two accounts of one person: the data of `from` moves to `into`, and `from` is deleted. */
export interface MergingAccounts {
  from: UserRow
  into: UserRow
}

/** How many rows of a kind move, and how many end. */
export interface MergeShare {
  /** `orders`, `wishes`: the back office has a text for each. */
  what: string
  moves: number
  ends: number
}

/**
 * A feature's part in merging two accounts. Data that no feature moves is deleted with the account, as when its owner
 * deletes it.
 */
export interface AccountMerge {
  /** Why the accounts cannot be merged, as a code of the back office; null if this feature has no objection. */
  refuses?(db: Db, merging: MergingAccounts): Promise<string | null>
  /** Shown before the merge, and compared with the state when the merge runs. */
  shares?(db: Db, merging: MergingAccounts): Promise<MergeShare[]>
  /** Runs with both accounts locked, after no feature has objected. */
  move?(tx: Db, deps: Deps, merging: MergingAccounts): Promise<void>
  /** Runs after all features have moved their data: recomputes what depends on it. */
  settle?(tx: Db, merging: MergingAccounts): Promise<void>
}

/** A queue with its job handler and schedule. Each job runs in one process and is retried when it fails. */
export interface FeatureJob extends Omit<JobKind<object>, 'run' | 'giveUp'> {
  run(deps: Deps, data: object, job: Running): Promise<unknown>
}

/**
 * The interface of a feature: everything that the rest of the program knows about it. `app.ts` lists the features;
 * adding one takes a folder and a line there. The platform's own calls are registered in the same way.
 */
export interface Feature {
  name: string
  /** Fills empty tables, in one process at a time, before anything else starts. */
  fill?(db: Orm): Promise<void>
  /** Runs before the routes are added: registers what the platform has to know. */
  start?(deps: Deps): void
  /** Adds the routes, in a scope of their own: hooks added to it affect no other feature. */
  routes?(app: FastifyInstance, deps: Deps): void | Promise<void>
  /** Fields that only the server sets: a body that contains one is rejected unless its call declares the field. */
  serverDecided?: readonly string[]
  mails?: readonly MailTemplate[]
  /** The feature's share of the data export. */
  personalData?: readonly PersonalData[]
  /** Tables that reference users but are not exported, each with the reason. */
  notExported?: Readonly<Record<string, string>>
  removal?: AccountRemoval
  merge?: AccountMerge
  /** Runs when an e-mail address is confirmed, in the same transaction. */
  confirmed?(tx: Db, deps: Deps, account: ConfirmedAccount): Promise<unknown>
  /** Answers to questions of the features it depends on: `answering(question, answer)`. */
  answers?: readonly Answered[]
  /** Its background jobs, recurring or triggered by users; `cleaning(...)` deletes expired rows. */
  jobs?: readonly FeatureJob[]
  /**
   * Keys and secrets that it creates and can rotate. The table in `features/community/operations/keys` says what a
   * rotation breaks.
   */
  keys?: readonly HeldKey[]
  /** Handles replies to its mails; only one feature does. */
  replies?: TakesReplies
}
