import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { answersTo } from '#platform/server/questions.ts'
import { WAYS_IN, type WayIn } from './questions.ts'

type WayInDeps = Pick<Deps, 'config' | 'features'>

/** Number of ways to log in to an account now, of one kind or of all kinds. */
export async function countWaysIn(
  db: Db,
  deps: WayInDeps,
  userId: string,
  kind?: WayIn['kind'],
): Promise<number> {
  let total = 0
  for (const way of answersTo(deps, WAYS_IN)) {
    if (kind === undefined || way.kind === kind) {
      total += (await way.count?.(db, deps.config, userId)) ?? 0
    }
  }
  return total
}

/** Whether an account has a way to log in other than mailed links. */
export async function canLogIn(
  db: Db,
  deps: WayInDeps,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  return password_hash !== null || (await countWaysIn(db, deps, id)) > 0
}

/** Removes the ways in that were added to a locked account after `since`, except the password. */
export async function forgetWaysInSince(
  tx: Db,
  deps: Deps,
  userId: string,
  since: Date,
): Promise<void> {
  for (const way of answersTo(deps, WAYS_IN)) await way.forgetSince(tx, deps, userId, since)
}

/** Removes the ways in that were added to a locked account before its address was confirmed. */
export async function forgetUnprovedWaysIn(tx: Db, deps: Deps, userId: string): Promise<void> {
  for (const way of answersTo(deps, WAYS_IN)) await way.forgetUnproved?.(tx, deps, userId)
}
