import { type AuditActor, recordAct } from '#features/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { roleGranted, type StaffRole } from './mails/role-granted.ts'
import { raiseRole } from './roles.queries.ts'
import { isAdminAddress } from './roles.rules.ts'

/** What it takes to give or take a role: whoever is concerned is told, and it is noted. */
export type RoleDeps = MailDeps & Pick<Deps, 'clock'>

/**
 * Gives a role to a confirmed account whose role is lower, and tells its owner. False if it stays as
 * it was: whoever has the role is not told again.
 */
export async function grantRole(
  tx: Db,
  { mails, config, clock }: RoleDeps,
  userId: string,
  { role, by }: { role: StaffRole; by: AuditActor },
): Promise<boolean> {
  const user = await raiseRole(tx, userId, ROLE_ID[role])
  if (!user?.email) return false
  const act = { subject: 'user', subject_id: userId, verb: 'grant', after: { role } } as const
  await recordAct(tx, by, act, clock())
  await mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: roleGranted({
      firstname: user.firstname,
      role,
      url: config.publicUrl + paths.login(paths.admin()),
    }),
  })
  return true
}

/** Makes an account that has just confirmed its address an admin, if it is that of `ADMIN_EMAIL`. */
export async function appointConfirmed(
  tx: Db,
  deps: RoleDeps,
  { id, email }: { id: string; email: string | null },
): Promise<boolean> {
  const named = isAdminAddress(email, deps.config.adminEmail)
  return named ? grantRole(tx, deps, id, { role: 'admin', by: 'system' }) : false
}

/**
 * Makes the account of `ADMIN_EMAIL` an admin if its address was confirmed before. Takes nobody's role:
 * whoever was named earlier stays an admin.
 */
export async function appointAdmin(tx: Db, deps: RoleDeps): Promise<boolean> {
  const { adminEmail } = deps.config
  const user = adminEmail ? await findUserByEmail(tx, adminEmail) : null
  return user ? grantRole(tx, deps, user.id, { role: 'admin', by: 'system' }) : false
}
