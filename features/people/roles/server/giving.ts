import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import { type AuditActor, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail, lockUser } from '#platform/server/identity/users.queries.ts'
import type { Area } from '#platform/shared/areas.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  namedTasks,
  SINGLE_TASKS,
  type SingleTask,
  type Task,
  tasksOf,
} from '#platform/shared/tasks.ts'
import { tasksChanged } from './mails/tasks-changed.ts'
import { lockAdmins, writeTasks } from './roles.queries.ts'
import {
  changeOfTasks,
  isAdminAddress,
  isSameArea,
  namedArea,
  possibleDuties,
} from './roles.rules.ts'

/** What a change of tasks needs: each one is mailed to the person and recorded in the audit log. */
export type RoleDeps = MailDeps & Pick<Deps, 'clock'>

/** `no_role_possible`: the account is unconfirmed or suspended. */
type Outcome = 'changed' | 'unchanged' | 'last_admin' | 'no_role_possible'

interface Change {
  tasks: readonly Task[]
  /** The present area stays if it is undefined. */
  area?: Area | null | undefined
  by: AuditActor
  /** Also if this removes the last admin. */
  force?: boolean
}

/**
 * Replaces the tasks of an account and their area, and notifies its owner. Sessions stay, since permissions are
 * read again for each call. If the last two admins lose administration at the same time, one of
 * them keeps it.
 */
export async function setTasks(
  tx: Db,
  deps: RoleDeps,
  userId: string,
  { tasks, area, by, force = false }: Change,
): Promise<Outcome> {
  // Making an admin takes nothing away, so the other admins need no lock.
  const admins = tasks.includes('administration') ? [] : await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!user) return 'unchanged'
  const loses = tasksOf(user).includes('administration') && !tasks.includes('administration')
  const isLast = admins.every(({ id }) => id === userId)
  if (loses && isLast && !force) return 'last_admin'
  return storeChange(tx, deps, user, { tasks, area, by })
}

/**
 * Gives and takes individual tasks of an account and keeps the others. Never changes administration
 * or the tasks of an admin.
 * @param change gets the present tasks of the account, and returns the new ones
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

/** Stores, records and mails the changes of a locked account. */
async function storeChange(
  tx: Db,
  deps: RoleDeps,
  user: UserRow,
  { tasks, area = user.area, by }: Pick<Change, 'tasks' | 'area' | 'by'>,
): Promise<Outcome> {
  const before = tasksOf(user)
  const duties = possibleDuties({ tasks, area })
  const { tasks: after } = duties
  const { given, taken } = changeOfTasks(before, after)
  const moves = !isSameArea(user.area, duties.area)
  if (given.length === 0 && taken.length === 0 && !moves) return 'unchanged'
  const canBeGiven = user.email_confirmed_at !== null && user.suspended_at === null
  if (given.length > 0 && !canBeGiven) return 'no_role_possible'
  await writeTasks(tx, user.id, duties)
  const act = {
    subject: 'user',
    subject_id: user.id,
    verb: taken.length > 0 && given.length === 0 ? 'revoke' : 'grant',
    before: { tasks: namedTasks(before), ...(moves && { area: namedArea(user.area) }) },
    after: { tasks: namedTasks(after), ...(moves && { area: namedArea(duties.area) }) },
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
      area: duties.area,
      notMeUrl: given.length > 0 ? await notMeUrl(tx, deps, user) : undefined,
      url: after.length > 0 ? publicUrl + paths.login(paths.admin()) : publicUrl,
    }),
  })
  return 'changed'
}

/** Makes an account an admin when it confirms the address of `ADMIN_EMAIL`. */
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
 * Makes the account of `ADMIN_EMAIL` an admin if its address is already confirmed. Earlier admins
 * stay admins.
 */
export async function appointAdmin(tx: Db, deps: RoleDeps): Promise<boolean> {
  const { adminEmail } = deps.config
  const user = adminEmail ? await findUserByEmail(tx, adminEmail) : null
  return user ? appointConfirmed(tx, deps, user) : false
}
