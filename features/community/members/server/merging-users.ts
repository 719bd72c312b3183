import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { removeAccountWithin } from '#features/people/accounts/server/door.ts'
import { recordActs } from '#features/people/audit/server/door.ts'
import { findMembers, managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { MergeShare, MergingAccounts } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { forgetRefused } from '#platform/server/mail/refused-addresses.ts'
import { paths } from '#platform/shared/paths.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import {
  type AdminUser,
  MERGE_REFUSALS,
  MERGE_SHARES,
  type MergePreview,
} from '../contract.admin.ts'
import { findPresented } from './admin/changing.ts'
import { presentUserRow } from './admin/users.queries.ts'
import { accountsMerged } from './mails.ts'
import { tell } from './suspending-users.ts'

type Refusal = (typeof MERGE_REFUSALS)[number]

/** `id` stays, `from` is deleted. */
interface Pair {
  id: string
  from: string
}

/** Letterboxes that either account manages; merging changes them. */
async function letterboxesOf(db: Db, { id, from }: Pair): Promise<string[]> {
  const ids: string[] = []
  for (const user of [id, from]) {
    const rows = await db.select({ id: letterboxes.id }).from(letterboxes).where(managedBy(user))
    ids.push(...rows.map((row) => row.id))
  }
  return [...new Set(ids)]
}

/**
 * Locks both accounts against changes, and protects the accounts of all people concerned from deletion. Locks in the
 * order of ids, as everywhere.
 */
async function lockBoth(tx: Db, deps: Deps, pair: Pair): Promise<MergingAccounts> {
  const both = [pair.id, pair.from]
  const people = new Set(both)
  for (const user of both) {
    for (const { removal } of deps.features)
      for (const id of (await removal?.tells?.(tx, user)) ?? []) people.add(id)
  }
  const households = await letterboxesOf(tx, pair)
  for (const { id } of await findMembers(tx, households)) people.add(id)
  for (const id of [...people].sort()) {
    await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, id))
      .for(both.includes(id) ? 'update' : 'key share')
  }
  return findBoth(tx, pair)
}

async function findBoth(db: Db, pair: Pair): Promise<MergingAccounts> {
  const [into, from] = [await findUser(db, pair.id), await findUser(db, pair.from)]
  if (!into || !from || into.id === from.id) throw new AppError('not_found')
  return { into, from }
}

/** Refusals that depend on the two accounts alone. */
function refusalOf({ into, from }: MergingAccounts): Refusal | null {
  if ([into, from].some((user) => tasksOf(user).length > 0)) return 'staff'
  if (into.suspended_at || from.suspended_at) return 'suspended'
  // Otherwise the person who confirms that address later would get everything.
  return into.email && into.email_confirmed_at ? null : 'unconfirmed'
}

async function findRefusal(
  db: Db,
  { features }: Deps,
  merging: MergingAccounts,
): Promise<Refusal | null> {
  const refusal = refusalOf(merging)
  if (refusal) return refusal
  for (const { merge } of features) {
    const reason = await merge?.refuses?.(db, merging)
    if (reason) return MERGE_REFUSALS.find((each) => each === reason) ?? 'staff'
  }
  return null
}

async function findShares(db: Db, { features }: Deps, merging: MergingAccounts) {
  const shares: MergeShare[] = []
  for (const { merge } of features) shares.push(...((await merge?.shares?.(db, merging)) ?? []))
  return MERGE_SHARES.flatMap((what) => {
    const share = shares.find((each) => each.what === what)
    return share && share.moves + share.ends > 0 ? [{ ...share, what }] : []
  })
}

async function rowOf(db: Db, user: UserRow, timeZone: string) {
  const own = eq(letterboxes.user_id, user.id)
  const [letterbox] = await db.select().from(letterboxes).where(own)
  return presentUserRow(user, letterbox ?? null, timeZone)
}

/** Preview of the merging; `seen` changes with anything that is shown. */
async function previewOf(db: Db, deps: Deps, merging: MergingAccounts): Promise<MergePreview> {
  const { timeZone } = deps.config
  const refusal = await findRefusal(db, deps, merging)
  const shown = {
    into: await rowOf(db, merging.into, timeZone),
    from: await rowOf(db, merging.from, timeZone),
    refusal,
    shares: refusal ? [] : await findShares(db, deps, merging),
  }
  // The day of the last visit must not change the fingerprint.
  const fixed = [shown.into, shown.from].map(({ last_seen: _, ...row }) => row)
  const text = JSON.stringify([fixed, refusal, shown.shares])
  return { ...shown, seen: createHash('sha256').update(text).digest('hex') }
}

/** Throws `not_found`, also for the same account twice, and `own_account`. */
export function previewMerge(deps: Deps, by: Viewer, pair: Pair): Promise<MergePreview> {
  if ([pair.id, pair.from].includes(by.id)) throw new AppError('own_account')
  return deps.database.orm.transaction(async (tx) => previewOf(tx, deps, await findBoth(tx, pair)))
}

/** Deletes the other account. Clears its address first, so that data kept under the address is not deleted with it. */
async function removeMerged(tx: Db, deps: Deps, { from }: MergingAccounts): Promise<void> {
  await tx.update(users).set({ email: null, new_email: null }).where(eq(users.id, from.id))
  if (from.email) await forgetRefused(tx, from.email)
  await removeAccountWithin(tx, deps, from.id, async () => undefined)
}

async function tellBoth(tx: Db, deps: Deps, { from, into }: MergingAccounts): Promise<void> {
  const sending = { db: tx, deps, now: deps.clock() }
  const url = deps.config.publicUrl + paths.profile()
  const addresses = { keptEmail: into.email ?? '', goneEmail: from.email ?? '' }
  for (const user of [into, from])
    await tell(sending, user, accountsMerged({ firstname: user.firstname, ...addresses, url }))
}

/**
 * Merges two accounts of one person in one transaction. Throws `not_found`, `own_account`, `conflict` if the preview
 * shows a refusal, and `changed_meanwhile` if the preview has changed.
 */
export async function merge(
  deps: Deps,
  by: Viewer,
  { seen, ...pair }: Pair & { seen: string },
): Promise<AdminUser> {
  if ([pair.id, pair.from].includes(by.id)) throw new AppError('own_account')
  const { merged, concerned } = await deps.database.orm.transaction(async (tx) => {
    const merging = await lockBoth(tx, deps, pair)
    const preview = await previewOf(tx, deps, merging)
    if (preview.seen !== seen) {
      const current = await findPresented(tx, deps, pair.id)
      throw new AppError('changed_meanwhile', { current })
    }
    if (preview.refusal) throw new AppError('conflict')
    const concerned = await letterboxesOf(tx, pair)
    for (const feature of deps.features) await feature.merge?.move?.(tx, deps, merging)
    for (const feature of deps.features) await feature.merge?.settle?.(tx, merging)
    await removeMerged(tx, deps, merging)
    await tellBoth(tx, deps, merging)
    const { into, from } = merging
    const act = { subject: 'user', verb: 'merge' } as const
    await recordActs(
      tx,
      by,
      [
        { ...act, subject_id: into.id, after: { merged: from.id } },
        { ...act, subject_id: from.id, after: { into: into.id } },
      ],
      deps.clock(),
    )
    return { merged: await findPresented(tx, deps, into.id), concerned }
  })
  if (concerned.length > 0) await deps.letterboxFeed.refresh(concerned)
  return merged
}
