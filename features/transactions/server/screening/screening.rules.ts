import { createHash } from 'node:crypto'
import { DAY_MS } from '#platform/shared/durations.ts'

const WEEK_MS = 7 * DAY_MS

/** As long as a text is remembered as one that was sent before. */
export const SAME_TEXT_MS = WEEK_MS
/** Letterboxes that one may send the same text to in that time: as many as one request may go to. */
const LETTERBOXES = 5
/** Accounts this new, this many of them, with one text that warns: somebody makes accounts to send it. */
const NEW_ACCOUNT_MS = WEEK_MS
const NEW_ACCOUNTS = 3

/** Why a message waits for a moderator. */
export type HeldFor = 'many_letterboxes' | 'many_accounts'

/** Of a text of any length, for an index. */
export const textKeyOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A message with the same text. */
export interface SameText {
  /** Null: the account was deleted since, which speaks for nobody. */
  from_id: string | null
  to_id: string | null
  transaction_id: string
  created_at: Date
  held_at: Date | null
  held_for: HeldFor | null
  account_since: Date | null
}

interface Sent {
  author: { id: string; created_at: Date }
  toIds: readonly string[]
  warnings: readonly string[]
  sent: readonly SameText[]
  now: Date
}

const isNew = (accountSince: Date, at: Date) =>
  at.getTime() - accountSince.getTime() < NEW_ACCOUNT_MS

/**
 * Why this text is to wait for a moderator, or null. What a moderator has let pass, passes.
 * @param sent the same text within {@link SAME_TEXT_MS}
 */
export function heldFor({ author, toIds, warnings, sent, now }: Sent): HeldFor | null {
  const own = sent.filter(({ from_id }) => from_id === author.id)
  const letPass = (each: SameText) => each.held_for !== null && each.held_at === null
  const letterboxes = new Set([...own.map((each) => each.to_id ?? each.transaction_id), ...toIds])
  if (letterboxes.size > LETTERBOXES && !own.some(letPass)) return 'many_letterboxes'
  if (warnings.length === 0 || !isNew(author.created_at, now) || sent.some(letPass)) return null
  const newAccounts = sent
    .filter(
      ({ account_since, created_at }) => account_since === null || isNew(account_since, created_at),
    )
    .map(({ from_id, transaction_id }) => from_id ?? transaction_id)
  return new Set([...newAccounts, author.id]).size >= NEW_ACCOUNTS ? 'many_accounts' : null
}
