import type { Orm } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import type { StaffRole } from './mails/role-granted.ts'
import { grantRole, type RoleDeps } from './roles.granting.ts'
import { listStaff } from './roles.queries.ts'
import { revokeRole } from './roles.revoking.ts'
import { isAdminAddress, staffRoleOf } from './roles.rules.ts'
import { createSetUpLink } from './set-up-link.ts'

/** What was asked for cannot be done; its message is the sentence for whoever asked. */
export class RefusedError extends Error {}

const A = { admin: 'an admin', moderator: 'a moderator' } as const

async function findAccount(orm: Orm, email: string): Promise<UserRow> {
  const user = await findUserByEmail(orm, email)
  if (!user) throw new RefusedError(`No account has the address ${email}.`)
  return user
}

/** The people whom the command lists, one line each. */
export async function listLines(orm: Orm): Promise<string[]> {
  const staff = await listStaff(orm)
  if (staff.length === 0) return ['Nobody administers this community yet.']
  return staff.map((user) =>
    [
      (staffRoleOf(user) ?? '').padEnd(10),
      (user.email ?? '').padEnd(32),
      user.firstname,
      user.lastname,
    ]
      .join(' ')
      .trimEnd(),
  )
}

/** Gives a role to the account of an address. Throws {@link RefusedError}. */
export async function grantTo(
  orm: Orm,
  deps: RoleDeps,
  { email, role }: { email: string; role: StaffRole },
): Promise<string[]> {
  const user = await findAccount(orm, email)
  const has = staffRoleOf(user)
  if (has === role) return [`${user.email} is ${A[role]} already.`]
  if (has === 'admin') {
    throw new RefusedError(`${user.email} is an admin, who moderates as well: revoke that first.`)
  }
  if (!user.email_confirmed_at) {
    throw new RefusedError(
      `${user.email} has not confirmed its address yet: whoever follows the link in the confirmation mail can be given a role.`,
    )
  }
  if (user.suspended_at) {
    throw new RefusedError(`${user.email} is suspended: an admin can restore it.`)
  }
  if (!(await orm.transaction((tx) => grantRole(tx, deps, user.id, { role, by: 'command' })))) {
    throw new RefusedError(`${user.email} was changed by somebody else meanwhile: try again.`)
  }
  return [`${user.email} is ${A[role]} now.`]
}

/** A link for the first admin, in place of any before. Throws {@link RefusedError}. */
export async function linkLines(
  orm: Orm,
  { config }: Pick<MailDeps, 'config'>,
  now: Date,
): Promise<string[]> {
  if (!config.adminEmail)
    throw new RefusedError('Set ADMIN_EMAIL to the address of the first admin.')
  const url = await createSetUpLink(orm, config, { now, renew: true })
  if (url === null) throw new RefusedError('Somebody administers this community: see list.')
  return [`For ${config.adminEmail}, once and within 3 hours:`, url]
}

/** Takes the role of the account of an address. Throws {@link RefusedError}. */
export async function revokeFrom(
  orm: Orm,
  deps: RoleDeps,
  { email, force }: { email: string; force: boolean },
): Promise<string[]> {
  const user = await findAccount(orm, email)
  const outcome = await orm.transaction((tx) =>
    revokeRole(tx, deps, user.id, { force, by: 'command' }),
  )
  if (outcome === 'last_admin') {
    throw new RefusedError(
      `${user.email} is the only admin: grant somebody else first, or add --force.`,
    )
  }
  if (outcome === 'no_role') return [`${user.email} is neither an admin nor a moderator.`]
  return [
    `${user.email} is a member like others from now on.`,
    ...(isAdminAddress(user.email, deps.config.adminEmail)
      ? ['ADMIN_EMAIL names this address: change it, or the next start makes it an admin again.']
      : []),
  ]
}
