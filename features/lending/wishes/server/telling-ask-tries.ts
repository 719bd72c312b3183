import { inArray } from 'drizzle-orm'
import { notify } from '#features/people/notifications/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { findAskableItems, markTold, type TryRow, takeAskable } from './ask-tries.queries.ts'
import { type NowAskable, nowAskable } from './mails.ts'

/** Tries that one transaction reads. */
const BATCH = 50

/** Notifies a user about one letterbox, with all items they wanted to ask for there. */
async function tell(
  tx: Db,
  deps: NotifyDeps,
  tries: readonly [TryRow, ...TryRow[]],
  now: Date,
): Promise<void> {
  const [{ user_id, letterbox_id, address }] = tries
  for (const each of tries) await markTold(tx, each, now)
  const user = await findUser(tx, user_id)
  if (!user) return
  const ids = tries.map(({ item_id }) => item_id)
  const rows = await tx.select().from(items).where(inArray(items.id, ids))
  const name = `name_${storedLanguage(user.lang)}` as const
  const things = rows.map((item) => ({ id: item.id, name: item[name] }))
  const path = paths.letterbox(letterbox_id)
  await notify(
    tx,
    deps,
    {
      user,
      kind: 'wish',
      path,
      tag: `askable-${letterbox_id}`,
      mail: ({ page }) =>
        nowAskable({
          userId: user_id,
          letterboxId: letterbox_id,
          things,
          address,
          url: page(path),
        }),
    },
    now,
  )
}

/**
 * Notifies users who wanted to ask at a letterbox that can be asked now, each once. Skips tries that another
 * process is reporting. @returns whether there may be more.
 */
export async function tellOfAskable(tx: Db, deps: NotifyDeps, now: Date): Promise<boolean> {
  const tries = await takeAskable(tx, BATCH)
  const groups = new Map<string, [TryRow, ...TryRow[]]>()
  for (const each of tries) {
    const key = `${each.user_id} ${each.letterbox_id}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  for (const group of groups.values()) await tell(tx, deps, group, now)
  return tries.length === BATCH
}

/**
 * The mail as it may be sent now: items that can no longer be asked for are left out, and reported when they can
 * be again. Null if nothing is left.
 */
export async function reviseNowAskable(db: Db, content: NowAskable): Promise<NowAskable | null> {
  const { userId, letterboxId } = content
  const askable = await findAskableItems(db, userId, letterboxId)
  const things = content.things.filter(({ id }) => askable.has(id))
  for (const { id } of content.things) {
    if (askable.has(id)) continue
    await markTold(db, { user_id: userId, letterbox_id: letterboxId, item_id: id }, null)
  }
  return things.length > 0 ? { ...content, things } : null
}
