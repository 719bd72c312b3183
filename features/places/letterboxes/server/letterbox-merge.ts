import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { moveCodes } from '#features/places/letterboxes/codes/server/door.ts'
import { endUnclaimed } from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { AccountMerge, MergingAccounts } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { household_members, type LetterboxRow, letterbox_items, letterboxes } from '../tables.ts'

interface Plan {
  /** The letterbox of the account that goes, and whether it moves to the other account; null if it has none. */
  own: { letterbox: LetterboxRow; moves: boolean } | null
  /** The letterbox that ends, and the one that gets its stickers if the remaining account owns it. */
  ends: { letterbox: LetterboxRow; stickersTo: string | null } | null
  /** What happens to the account's membership in a household. */
  membership: 'none' | 'moves' | 'ends'
  /** Whether household members would lose the letterbox that ends. */
  othersLose: boolean
}

/** An account manages at most one letterbox, so this decides which one stays and what moves to it. */
async function planOf(db: Db, { from, into }: MergingAccounts): Promise<Plan> {
  const ids = [from.id, into.id]
  // Locked, so that no one joins the household of a letterbox that is about to end.
  const owned = await db
    .select()
    .from(letterboxes)
    .where(inArray(letterboxes.user_id, ids))
    .orderBy(letterboxes.id)
    .for('update')
  const members = await db
    .select()
    .from(household_members)
    .where(inArray(household_members.user_id, ids))
  const ownOf = (id: string) => owned.find(({ user_id }) => user_id === id) ?? null
  const memberOf = (id: string) => members.find(({ user_id }) => user_id === id)?.letterbox_id
  const [own, other] = [ownOf(from.id), ownOf(into.id)]
  const plan: Plan = { own: null, ends: null, membership: 'none', othersLose: false }
  if (memberOf(from.id)) {
    const free = !other && !memberOf(into.id)
    return { ...plan, membership: free ? 'moves' : 'ends' }
  }
  if (!own) return plan
  const joined = memberOf(into.id)
  if (joined === own.id || (!other && !joined)) {
    return { ...plan, own: { letterbox: own, moves: true } }
  }
  // A letterbox without a spot, which every registration creates, gives way to one with a spot.
  const givesWay = other && other.latitude === null && own.latitude !== null
  const ending = givesWay ? other : own
  const [others] = await db
    .select({ total: count() })
    .from(household_members)
    .where(
      and(
        eq(household_members.letterbox_id, ending.id),
        notInArray(household_members.user_id, ids),
      ),
    )
  const stickersTo = givesWay ? own.id : (other?.id ?? null)
  return {
    ...plan,
    own: { letterbox: own, moves: Boolean(givesWay) },
    ends: { letterbox: ending, stickersTo },
    othersLose: (others?.total ?? 0) > 0,
  }
}

/** Counts the stickers of a letterbox that ends; duplicates on the other letterbox are included. */
async function countStickers(db: Db, { letterbox, stickersTo }: NonNullable<Plan['ends']>) {
  const items = await db
    .select({ item_id: letterbox_items.item_id })
    .from(letterbox_items)
    .where(eq(letterbox_items.letterbox_id, letterbox.id))
  return stickersTo === null ? { moves: 0, ends: items.length } : { moves: items.length, ends: 0 }
}

/**
 * A letterbox keeps its privacy settings, which are stored with the owner, so that a hidden one does not become
 * visible.
 */
async function takeOverPrivacy(tx: Db, { from, into }: MergingAccounts): Promise<void> {
  await tx
    .update(users)
    .set({
      show_on_map: from.show_on_map,
      show_name: from.show_name && into.show_name,
      // Would otherwise show a different address than before.
      show_email: from.show_email && into.show_email,
      enable_messaging: from.enable_messaging,
      takes_requests: from.takes_requests,
      show_name_again: from.show_on_map ? null : (from.show_name_again ?? false),
      enable_messaging_again: from.show_on_map ? null : (from.enable_messaging_again ?? false),
    })
    .where(eq(users.id, into.id))
}

/** Merges letterboxes, their stickers and household memberships. */
export const letterboxMerge: AccountMerge = {
  async refuses(db, merging) {
    return (await planOf(db, merging)).othersLose ? 'household' : null
  },

  async shares(db, merging) {
    const { own, ends, membership } = await planOf(db, merging)
    const stickers = ends ? await countStickers(db, ends) : { moves: 0, ends: 0 }
    return [
      { what: 'letterbox', moves: own?.moves ? 1 : 0, ends: ends ? 1 : 0 },
      { what: 'stickers', ...stickers },
      {
        what: 'household',
        moves: membership === 'moves' ? 1 : 0,
        ends: membership === 'ends' ? 1 : 0,
      },
    ]
  },

  async move(tx, deps, merging) {
    const { from, into } = merging
    const { own, ends, membership } = await planOf(tx, merging)
    if (membership === 'moves') {
      await tx
        .update(household_members)
        .set({ user_id: into.id })
        .where(eq(household_members.user_id, from.id))
    }
    if (ends?.stickersTo) {
      await tx.execute(sql`
        INSERT INTO ${letterbox_items} (letterbox_id, item_id, copies, line, on_map_at)
        SELECT ${ends.stickersTo}::uuid, item_id, copies, line, on_map_at FROM ${letterbox_items}
        WHERE ${letterbox_items.letterbox_id} = ${ends.letterbox.id}
        ON CONFLICT (letterbox_id, item_id) DO NOTHING`)
      // What was printed for it stays in use.
      await moveCodes(tx, ends.letterbox.id, ends.stickersTo)
    }
    if (ends) await tx.delete(letterboxes).where(eq(letterboxes.id, ends.letterbox.id))
    if (!own?.moves) return
    await endUnclaimed(tx, from.id, deps.clock())
    // The membership in the household of the letterbox that now becomes their own.
    await tx.delete(household_members).where(eq(household_members.user_id, into.id))
    await tx
      .update(letterboxes)
      .set({ user_id: into.id })
      .where(eq(letterboxes.id, own.letterbox.id))
    // An unclaimed letterbox takes no requests because of the import, not by its owner's choice.
    const takes_requests = from.takes_requests || own.letterbox.unclaimed_since !== null
    await takeOverPrivacy(tx, { from: { ...from, takes_requests }, into })
  },
}
