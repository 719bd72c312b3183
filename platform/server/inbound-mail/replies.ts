import type { Language } from '#platform/shared/languages.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { ReplyHabits } from './automatic.rules.ts'

/** A mail that one of the people concerned wrote in answer to a mail of ours, as it is handed to the noun. */
export interface Reply {
  /** What the mail was about. */
  about: string
  /** Who wrote it: an account that is confirmed and not suspended. */
  person: string
  /** What was written, without quotes and signature; never empty. */
  text: string
  /** What was left out of it: what it quotes, and the signature; null: nothing. For its writer alone. */
  quoted: string | null
  /** How many files came with it: none is kept. */
  files: number
  /** A program may have written it: the other side is told of such at a slow pace. */
  isDoubtful: boolean
}

/** What a program answered for one of the people concerned. */
export type AutomaticReply = Pick<Reply, 'about' | 'person' | 'text'>

/** A reply that nobody can say is the person's: the sender could not be checked. */
export interface HeldReply extends Omit<Reply, 'isDoubtful' | 'quoted'> {
  /** The address that it comes from by its own word. */
  from: string
  writtenAt: Date
}

/** Why a reply was not taken; each has words of its own in the mail that says so. */
export type ReplyRefusal =
  | 'calendar'
  | 'closed'
  | 'empty'
  | 'encrypted'
  | 'expired'
  | 'gone'
  | 'limit'
  | 'only_files'
  | 'senders'
  | 'stranger'
  | 'too_large'
  | 'too_long'
  | 'unverified'

/** A reply that is not taken, and why. Nothing of it is stored. */
export class ReplyRefused extends Error {
  readonly reason: ReplyRefusal

  constructor(reason: ReplyRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** What a noun does with replies to its mails. */
export interface TakesReplies {
  /** All to whom mails about it are written; the address of a reply says which of them it was made for. */
  people(db: Db, about: string): Promise<string[]>
  /**
   * Stores it, in the transaction `db`, as if it had been written on the page: with the same limits.
   * @throws {ReplyRefused} or an `AppError` of the page
   */
  take(db: Db, deps: Deps, reply: Reply): Promise<void>
  /** What the person's earlier replies tell of this one: whether a program writes them. */
  habits(db: Db, reply: AutomaticReply, now: Date): Promise<ReplyHabits>
  /**
   * Shows the others what a program answered, at most once an absence. Nobody is told of it, and it is no answer.
   * @throws an `AppError` of the page
   */
  note(db: Db, deps: Deps, reply: AutomaticReply): Promise<void>
  /**
   * Keeps it and asks the person at their own address whether they wrote it; nobody else hears of it.
   * @throws {ReplyRefused} or an `AppError` of the page
   */
  hold(db: Db, deps: Deps, reply: HeldReply): Promise<void>
  /** What it is about, for somebody who may know: the thing and the other one's name. Null for all others. */
  describe(db: Db, asked: { about: string; person: string; lang: Language }): Promise<string | null>
  /** Where in the web app the same can be said. */
  path(about: string): string
}
