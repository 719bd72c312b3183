import type { Language } from '#platform/shared/languages.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { ReplyHabits } from './automatic.rules.ts'

/** A reply to one of our mails by a person involved, as passed to the feature. */
export interface Reply {
  /** Id of the object that the mail was about. */
  about: string
  /** The author's account, which is confirmed and not suspended. */
  person: string
  /** The text without quotations and signature; never empty. */
  text: string
  /** The removed quotations and signature; null: none. Shown only to the author. */
  quoted: string | null
  /** Number of attachments; none is stored. */
  files: number
  /** A program may have written it, so the other side is notified slowly. */
  isDoubtful: boolean
}

/** An automatic reply for one of the people involved. */
export type AutomaticReply = Pick<Reply, 'about' | 'person' | 'text'>

/** A reply that may not be from this person, since the sender could not be verified. */
export interface HeldReply extends Omit<Reply, 'isDoubtful' | 'quoted'> {
  /** The sender address, unverified. */
  from: string
  writtenAt: Date
}

/** Why a reply was rejected; each reason has its own text in the mail to the author. */
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

/** A reply was rejected, and why. Nothing of it is stored. */
export class ReplyRefused extends Error {
  readonly reason: ReplyRefusal

  constructor(reason: ReplyRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** How a feature handles replies to its mails. */
export interface TakesReplies {
  /** The people who get mails about the object; a reply address names one of them. */
  people(db: Db, about: string): Promise<string[]>
  /**
   * Stores the reply in the transaction `db`, with the same limits as on the page.
   * @throws {ReplyRefused} or an `AppError` of the page
   */
  take(db: Db, deps: Deps, reply: Reply): Promise<void>
  /** Facts from the person's earlier replies that help to decide whether a program wrote this one. */
  habits(db: Db, reply: AutomaticReply, now: Date): Promise<ReplyHabits>
  /**
   * Shows an automatic reply to the others, at most once per absence. It notifies no one and does not count as an
   * answer.
   * @throws an `AppError` of the page
   */
  note(db: Db, deps: Deps, reply: AutomaticReply): Promise<void>
  /**
   * Holds the reply and asks the person at their own address whether they wrote it; no one else is notified.
   * @throws {ReplyRefused} or an `AppError` of the page
   */
  hold(db: Db, deps: Deps, reply: HeldReply): Promise<void>
  /** Describes the object to a person who takes part: the item and the other person's name. Null for all others. */
  describe(db: Db, asked: { about: string; person: string; lang: Language }): Promise<string | null>
  /** Path of the page on which one can reply instead. */
  path(about: string): string
}
