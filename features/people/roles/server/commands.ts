import type { Orm } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import type { Area } from '#platform/shared/areas.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { namedTasks, type Task, tasksOf } from '#platform/shared/tasks.ts'
import { type RoleDeps, setTasks } from './giving.ts'
import { listStaff } from './roles.queries.ts'
import { isAdminAddress, namedArea, possibleDuties } from './roles.rules.ts'
import { createSetUpLink } from './set-up-link.ts'

/** The command cannot be done. The message explains why to the person who runs it. */
export class RefusedError extends Error {}

async function findAccount(orm: Orm, email: string): Promise<UserRow> {
  const user = await findUserByEmail(orm, email)
  if (!user) throw new RefusedError(`No account has the address ${email}.`)
  return user
}

const roleNameOf = ({ role_id }: UserRow): string =>
  Object.entries(ROLE_ID).find(([, id]) => id === role_id)?.[0] ?? ''

const inWords = (area: Area) =>
  area.country ? namedArea(area).join(', ') : 'an area drawn on the map'

const listed = (tasks: readonly Task[]) => namedTasks(tasks).join(', ')

/** The lines that the `list` command prints, one per person. */
export async function listLines(orm: Orm): Promise<string[]> {
  const staff = await listStaff(orm)
  if (staff.length === 0) return ['This community has no admin yet.']
  return staff.map((user) =>
    [
      roleNameOf(user).padEnd(10),
      (user.email ?? '').padEnd(32),
      `${user.firstname} ${user.lastname}`.trim().padEnd(24),
      listed(tasksOf(user)),
      ...(user.area ? [`(in ${inWords(user.area)})`] : []),
    ].join(' '),
  )
}

/**
 * Adds tasks to the account of an address.
 * @throws {RefusedError}
 */
export async function grantTo(
  orm: Orm,
  deps: RoleDeps,
  { email, tasks }: { email: string; tasks: readonly Task[] },
): Promise<string[]> {
  const user = await findAccount(orm, email)
  const before = tasksOf(user)
  if (before.includes('administration') && !tasks.includes('administration')) {
    throw new RefusedError(`${user.email} is an admin, who has every task: revoke that first.`)
  }
  const { tasks: possible } = possibleDuties({ tasks: [...before, ...tasks], area: user.area })
  const impossible = tasks.filter((task) => !possible.includes(task))
  if (impossible.length > 0) {
    throw new RefusedError(
      `${user.email} works for an area, and ${listed(impossible)} concerns the whole community: remove the area on the page of roles first.`,
    )
  }
  const outcome = await orm.transaction((tx) =>
    setTasks(tx, deps, user.id, { tasks: [...before, ...tasks], by: 'command' }),
  )
  if (outcome === 'no_role_possible' && user.suspended_at) {
    throw new RefusedError(`${user.email} is suspended: an admin can restore it.`)
  }
  if (outcome === 'no_role_possible') {
    throw new RefusedError(
      `${user.email} has not confirmed its address yet: tasks can be given once the owner has opened the link in the confirmation mail.`,
    )
  }
  if (outcome === 'unchanged') return [`${user.email} has these tasks already: ${listed(before)}.`]
  return [`${user.email} has from now on: ${listed(tasksOf(await findAccount(orm, email)))}.`]
}

/**
 * Creates a link for the first admin, and replaces any earlier one.
 * @throws {RefusedError}
 */
export async function linkLines(
  orm: Orm,
  { config }: Pick<MailDeps, 'config'>,
  now: Date,
): Promise<string[]> {
  if (!config.adminEmail)
    throw new RefusedError('Set ADMIN_EMAIL to the address of the first admin.')
  const url = await createSetUpLink(orm, config, { now, renew: true })
  if (url === null) throw new RefusedError('This community has an admin already: see list.')
  return [`For ${config.adminEmail}, once and within 3 hours:`, url]
}

/**
 * Removes some or all tasks of the account of an address.
 * @throws {RefusedError}
 */
export async function revokeFrom(
  orm: Orm,
  deps: RoleDeps,
  { email, tasks, force }: { email: string; tasks: readonly Task[] | 'all'; force: boolean },
): Promise<string[]> {
  const user = await findAccount(orm, email)
  const before = tasksOf(user)
  if (before.length === 0) return [`${user.email} has no task.`]
  const isPart = tasks !== 'all' && !tasks.includes('administration')
  if (isPart && before.includes('administration')) {
    throw new RefusedError(
      `${user.email} is an admin, who has every task: revoke administration first.`,
    )
  }
  const after = isPart ? before.filter((task) => !tasks.includes(task)) : []
  const outcome = await orm.transaction((tx) =>
    setTasks(tx, deps, user.id, { tasks: after, force, by: 'command' }),
  )
  if (outcome === 'last_admin') {
    throw new RefusedError(
      `${user.email} is the only admin: make another member admin first, or add --force.`,
    )
  }
  if (after.length > 0) return [`${user.email} has from now on: ${listed(after)}.`]
  return [
    `${user.email} is an ordinary member from now on.`,
    ...(isAdminAddress(user.email, deps.config.adminEmail)
      ? ['ADMIN_EMAIL names this address: change it, or the next start makes it an admin again.']
      : []),
  ]
}
