import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Db, Orm } from './db/client.ts'
import type { Deps } from './deps.ts'
import type { UserRow } from './identity/tables.ts'
import type { TakesReplies } from './inbound-mail/replies.ts'
import type { JobKind, Running } from './jobs/job-queue.ts'
import type { HeldKey } from './keys/held-keys.ts'
import type { MailTemplate } from './mail/mail-template.ts'
import type { Answered, Asked } from './questions.ts'

/** A table that says something about a user, for the download of one's data. */
export interface PersonalData {
  table: PgTable
  /** Columns that never leave: hashes of secrets. */
  secret?: readonly string[]
  /**
   * What people write to each other, and whom they keep away from: in the download of whoever it is, and not in the one
   * that the staff fetches for them. All of the table, or these columns.
   */
  betweenPeople?: 'all' | readonly string[]
  /** Which rows concern a user; nouns that know more of them can be asked. */
  where: (user: UserRow, asked: Asked) => SQL | undefined
}

/** An account on its way out, with the letterbox it manages; all locked until the transaction ends. */
export interface LeavingAccount {
  account: UserRow
  /** `user_id` is its owner's. */
  letterbox: { id: string; user_id: string } | null
  /** Ids of all users of the household, this one among them: nobody else is locked for changes. */
  household: ReadonlySet<string>
}

/** What has to happen when an account is removed and no cascade of the database does. */
export interface AccountRemoval {
  /**
   * Whom `before` tells of it outside of the household: their accounts are held together with the one
   * that goes, in one order, so that two who leave each other do not wait for each other for ever.
   */
  tells?(tx: Db, userId: string): Promise<string[]>
  /** While all of the account is still there. */
  before?(tx: Db, deps: Deps, leaving: LeavingAccount): Promise<void>
  /** After its row has gone, and with it what points to it. */
  after?(tx: Db, deps: Deps, leaving: LeavingAccount): Promise<void>
}

/** An account whose e-mail address has just been confirmed. */
export interface ConfirmedAccount {
  id: string
  email: string | null
  /** No address of the account was confirmed before. */
  isFirst: boolean
}

/** Two accounts of one person: what `from` has becomes that of `into`, and `from` goes. */
export interface MergingAccounts {
  from: UserRow
  into: UserRow
}

/** How many of something move, and how many end. */
export interface MergeShare {
  /** `orders`, `wishes`: the back office has the words. */
  what: string
  moves: number
  ends: number
}

/**
 * A noun's share of merging two accounts. What nobody moves goes with the account that goes, as when
 * its owner deletes it.
 */
export interface AccountMerge {
  /** Why the two cannot be merged, as the back office names it; null where this noun sees no reason. */
  refuses?(db: Db, merging: MergingAccounts): Promise<string | null>
  /** What is shown before, and compared with what there is when it is done. */
  shares?(db: Db, merging: MergingAccounts): Promise<MergeShare[]>
  /** Both accounts are locked for changes, and nobody has refused. */
  move?(tx: Db, deps: Deps, merging: MergingAccounts): Promise<void>
  /** After all have moved what is theirs: works out anew what follows from it. */
  settle?(tx: Db, merging: MergingAccounts): Promise<void>
}

/** A queue, what its jobs do, and when: once for all processes, tried again when it fails. */
export interface FeatureJob extends Omit<JobKind<object>, 'run' | 'giveUp'> {
  run(deps: Deps, data: object, job: Running): Promise<unknown>
}

/**
 * A noun's one door: all that the rest of the program learns of it. `app.ts` lists them; adding one
 * is a folder and a line there. The ground floor's own calls come the same way.
 */
export interface Feature {
  name: string
  /** Fills what is empty in a database, one process at a time, before anything else starts. */
  fill?(db: Orm): Promise<void>
  /** Before its calls are added: what it has to tell the ground floor. */
  start?(deps: Deps): void
  /** Adds its calls, in a scope of its own: a hook added to it concerns nobody else. */
  routes?(app: FastifyInstance, deps: Deps): void | Promise<void>
  /** Fields that only the server decides: a body with one that its call does not declare is refused. */
  serverDecided?: readonly string[]
  mails?: readonly MailTemplate[]
  /** Its share of what is stored about a user. */
  personalData?: readonly PersonalData[]
  /** Tables that point to users and stay out of the download, each with the reason. */
  notExported?: Readonly<Record<string, string>>
  removal?: AccountRemoval
  merge?: AccountMerge
  /** What follows once an e-mail address is confirmed, in the transaction that does so. */
  confirmed?(tx: Db, deps: Deps, account: ConfirmedAccount): Promise<unknown>
  /** What it tells the nouns that it rests on, where they ask: `answering(question, answer)`. */
  answers?: readonly Answered[]
  /** All that it does by itself, now and then or after what somebody did; `cleaning(...)` forgets what has expired. */
  jobs?: readonly FeatureJob[]
  /** Keys and secrets that it makes itself and can rotate: the table of `features/community/operations/keys` says what that breaks. */
  keys?: readonly HeldKey[]
  /** What it does with replies to its mails; one noun has such. */
  replies?: TakesReplies
}
