import { createHash } from 'node:crypto'
import { DAY_MS } from '#platform/shared/durations.ts'

const WEEK_MS = 7 * DAY_MS

/** How long a sent text is remembered for comparison. */
export const SAME_TEXT_MS = WEEK_MS
/**
 * Number of letterboxes to which an account may send the same text in that time: as many as one request may go
 * to.
 */
const LETTERBOXES = 5
/**
 * If this many accounts, each this new, send the same text with a warning, they were probably created to send it.
 */
const NEW_ACCOUNT_MS = WEEK_MS
const NEW_ACCOUNTS = 3

/** Why a message waits for a moderator. */
export type HeldFor = 'many_letterboxes' | 'many_accounts'

/** A hash of a text, short enough for an index. */
export const textKeyOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A message with the same text. */
export interface SameText {
  /** Null if the account was deleted since, which counts against the text. */
  from_id: string | null
  to_id: string | null
  transaction_id: string
  created_at: Date
  held_at: Date | null
  held_for: HeldFor | null
  account_since: Date | null
}

interface ScreenedText {
  author: { id: string; created_at: Date }
  toIds: readonly string[]
  warnings: readonly string[]
  sameTexts: readonly SameText[]
  now: Date
}

const isNew = (accountSince: Date, at: Date) =>
  at.getTime() - accountSince.getTime() < NEW_ACCOUNT_MS

/**
 * Why this text must wait for a moderator, or null. A text that a moderator has released before passes.
 * @param sameTexts messages with the same text within {@link SAME_TEXT_MS}
 */
export function heldFor({ author, toIds, warnings, sameTexts, now }: ScreenedText): HeldFor | null {
  const own = sameTexts.filter(({ from_id }) => from_id === author.id)
  const letPass = (each: SameText) => each.held_for !== null && each.held_at === null
  const letterboxes = new Set([...own.map((each) => each.to_id ?? each.transaction_id), ...toIds])
  if (letterboxes.size > LETTERBOXES && !own.some(letPass)) return 'many_letterboxes'
  if (warnings.length === 0 || !isNew(author.created_at, now) || sameTexts.some(letPass))
    return null
  const newAccounts = sameTexts
    .filter(
      ({ account_since, created_at }) => account_since === null || isNew(account_since, created_at),
    )
    .map(({ from_id, transaction_id }) => from_id ?? transaction_id)
  return new Set([...newAccounts, author.id]).size >= NEW_ACCOUNTS ? 'many_accounts' : null
}
