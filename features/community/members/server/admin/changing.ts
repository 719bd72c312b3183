import { eq } from 'drizzle-orm'
import { lockWithOthers } from '#features/lending/loans/server/door.ts'
import { removeAccount } from '#features/people/accounts/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { DecisionGround } from '#features/people/decisions/decision-kinds.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { refuseStaff, restoreUser, suspendUser } from '../suspending-users.ts'
import { presentUser } from './facts.ts'

export interface Change {
  id: string
  version: number
}

/** The account as the staff sees it. Throws `not_found`. */
export async function findPresented(
  db: Db,
  { clock, config, features }: Deps,
  id: string,
): Promise<AdminUser> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('not_found')
  return presentUser(db, user, { now: clock(), timeZone: config.timeZone, features })
}

/** Throws `changed_meanwhile` with the current account if it has changed since it was read. */
async function checkVersion(db: Db, deps: Deps, user: UserRow, { version }: Change) {
  if (user.staff_version === version) return
  const current = await findPresented(db, deps, user.id)
  throw new AppError('changed_meanwhile', { current })
}

/**
 * Changes an account that still has the version that was read. Throws `not_found` and `changed_meanwhile`.
 * @param lock locks further rows together with the account, in the order used by its other changes
 */
export async function changeAsRead(
  deps: Deps,
  change: Change,
  lock: (tx: Db) => Promise<unknown>,
  write: (tx: Db, user: UserRow) => Promise<void>,
): Promise<AdminUser> {
  return deps.database.orm.transaction(async (tx) => {
    await lock(tx)
    const [user] = await tx.select().from(users).where(eq(users.id, change.id)).for('no key update')
    if (!user) throw new AppError('not_found')
    await checkVersion(tx, deps, user, change)
    await write(tx, user)
    return findPresented(tx, deps, user.id)
  })
}

/** Refreshes the map of this process at once; the other processes are notified. */
export async function refreshLetterbox(deps: Deps, user: AdminUser): Promise<AdminUser> {
  if (user.letterbox_id && user.household?.owner)
    await deps.letterboxFeed.refresh([user.letterbox_id])
  return user
}

export async function suspend(
  deps: Deps,
  by: Viewer,
  change: Change & { reason: string; ground: DecisionGround },
): Promise<AdminUser> {
  const now = deps.clock()
  const suspended = await changeAsRead(
    deps,
    change,
    (tx) => lockWithOthers(tx, change.id),
    async (db, user) => {
      refuseStaff(user, by)
      const { reason, ground } = change
      await suspendUser({ db, deps, now }, user, { reason, ground, afterReport: false, by })
    },
  )
  return refreshLetterbox(deps, suspended)
}

export async function restore(deps: Deps, by: Viewer, change: Change): Promise<AdminUser> {
  const now = deps.clock()
  const restored = await changeAsRead(
    deps,
    change,
    (tx) => lockWithOthers(tx, change.id),
    async (db, user) => {
      if (user.suspended_at) await restoreUser({ db, deps, now }, user, by)
    },
  )
  return refreshLetterbox(deps, restored)
}

export function setBetaTester(
  deps: Deps,
  by: Viewer,
  { beta_tester, ...change }: Change & { beta_tester: boolean },
): Promise<AdminUser> {
  return changeAsRead(
    deps,
    change,
    async () => undefined,
    async (tx, user) => {
      if (user.beta_tester === beta_tester) return
      await tx.update(users).set({ beta_tester }).where(eq(users.id, user.id))
      const act = { subject: 'user', subject_id: user.id, verb: 'update' } as const
      const changed = { before: { beta_tester: user.beta_tester }, after: { beta_tester } }
      await recordAct(tx, by, { ...act, ...changed }, deps.clock())
    },
  )
}

/** Deletes the account as its owner could. Throws `not_found`, `changed_meanwhile` and the errors above. */
export async function remove(
  deps: Deps,
  by: Viewer,
  { without_mail, ...change }: Change & { without_mail: boolean },
): Promise<void> {
  const admit: Parameters<typeof removeAccount>[2] = async (tx, user) => {
    await checkVersion(tx, deps, user, change)
    refuseStaff(user, by)
    const act = { subject: 'user', subject_id: user.id, verb: 'delete' } as const
    await recordAct(tx, by, act, deps.clock())
  }
  const removed = await removeAccount(deps, change.id, admit, !without_mail)
  if (!removed) throw new AppError('not_found')
}
