import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import { type AuditActor, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail, lockUser } from '#platform/server/identity/users.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  namedTasks,
  SINGLE_TASKS,
  type SingleTask,
  storedTasks,
  type Task,
  tasksOf,
} from '#platform/shared/tasks.ts'
import { tasksChanged } from './mails/tasks-changed.ts'
import { lockAdmins, writeTasks } from './roles.queries.ts'
import { changeOfTasks, isAdminAddress } from './roles.rules.ts'

/** What it takes to give or take tasks: whoever is concerned is told, and it is noted. */
export type RoleDeps = MailDeps & Pick<Deps, 'clock'>

/** `no_role_possible`: of an account that is not confirmed, or is suspended. */
type Outcome = 'changed' | 'unchanged' | 'last_admin' | 'no_role_possible'

interface Change {
  tasks: readonly Task[]
  by: AuditActor
  /** Also where nobody would administer the community then. */
  force?: boolean
}

/**
 * Gives an account these tasks and no others, and tells its owner; sessions and all else stay as they were:
 * what somebody may do is read anew at each call. Of two last admins who lose it at the same time one stays.
 */
export async function setTasks(
  tx: Db,
  deps: RoleDeps,
  userId: string,
  { tasks, by, force = false }: Change,
): Promise<Outcome> {
  // Whoever makes an admin takes nothing away, and waits for no other admin.
  const admins = tasks.includes('administration') ? [] : await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!user) return 'unchanged'
  const loses = tasksOf(user).includes('administration') && !tasks.includes('administration')
  const isLast = admins.every(({ id }) => id === userId)
  if (loses && isLast && !force) return 'last_admin'
  return storeChange(tx, deps, user, { tasks, by })
}

/**
 * Gives and takes single tasks of an account, whatever else it does; administration is never among them, and whoever
 * administers is left alone.
 * @param change gets the tasks that the account has, and says which it has from now on
 */
export async function changeSingleTasks(
  tx: Db,
  deps: RoleDeps,
  userId: string,
  {
    change,
    by,
  }: { change: (before: readonly SingleTask[]) => readonly SingleTask[]; by: AuditActor },
): Promise<Outcome> {
  const user = await lockUser(tx, userId)
  if (!user) return 'unchanged'
  const before = tasksOf(user)
  if (before.includes('administration')) return 'unchanged'
  const single = SINGLE_TASKS.filter((task) => before.includes(task))
  return storeChange(tx, deps, user, { tasks: change(single), by })
}

/** Writes, notes and tells what has changed of a locked account. */
async function storeChange(
  tx: Db,
  deps: RoleDeps,
  user: UserRow,
  { tasks, by }: Pick<Change, 'tasks' | 'by'>,
): Promise<Outcome> {
  const before = tasksOf(user)
  const after = tasksOf(storedTasks(tasks))
  const { given, taken } = changeOfTasks(before, after)
  if (given.length === 0 && taken.length === 0) return 'unchanged'
  const canBeGiven = user.email_confirmed_at !== null && user.suspended_at === null
  if (given.length > 0 && !canBeGiven) return 'no_role_possible'
  await writeTasks(tx, user.id, after)
  const act = {
    subject: 'user',
    subject_id: user.id,
    verb: given.length > 0 ? 'grant' : 'revoke',
    before: { tasks: namedTasks(before) },
    after: { tasks: namedTasks(after) },
  } as const
  await recordAct(tx, by, act, deps.clock())
  const changedBy = by === 'system' ? 'system' : 'staff'
  for (const kind of [
    given.length > 0 && 'role_given',
    taken.length > 0 && 'role_taken',
  ] as const) {
    const changed = { by: changedBy, origin: null } as const
    if (kind) await recordSecurityEvent(tx, user.id, { kind, ...changed }, deps.clock())
  }
  if (!user.email) return 'changed'
  const { publicUrl } = deps.config
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: tasksChanged({
      firstname: user.firstname,
      tasks: namedTasks(after),
      first: before.length === 0,
      taken: namedTasks(taken),
      notMeUrl: given.length > 0 ? await notMeUrl(tx, deps, user) : undefined,
      url: after.length > 0 ? publicUrl + paths.login(paths.admin()) : publicUrl,
    }),
  })
  return 'changed'
}

/** Makes an account that has just confirmed its address an admin, if it is that of `ADMIN_EMAIL`. */
export async function appointConfirmed(
  tx: Db,
  deps: RoleDeps,
  { id, email }: { id: string; email: string | null },
): Promise<boolean> {
  if (!isAdminAddress(email, deps.config.adminEmail)) return false
  const outcome = await setTasks(tx, deps, id, { tasks: ['administration'], by: 'system' })
  return outcome === 'changed'
}

/**
 * Makes the account of `ADMIN_EMAIL` an admin if its address was confirmed before. Takes nobody's role:
 * whoever was named earlier stays an admin.
 */
export async function appointAdmin(tx: Db, deps: RoleDeps): Promise<boolean> {
  const { adminEmail } = deps.config
  const user = adminEmail ? await findUserByEmail(tx, adminEmail) : null
  return user ? appointConfirmed(tx, deps, user) : false
}
