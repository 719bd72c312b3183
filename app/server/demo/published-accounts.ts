import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '#features/people/accounts/demo-accounts.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import type { Orm } from '#platform/server/db/client.ts'
import { verifyPassword } from '#platform/server/identity/passwords.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { hasTasks } from '#platform/server/identity/tasks.queries.ts'
import { storedTasks } from '#platform/shared/tasks.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'

export function hasPublishedPassword(user: { password_hash: string | null }): Promise<boolean> {
  return verifyPassword(user.password_hash, DEMO_PASSWORD)
}

interface LockOptions {
  /** The operator asked for a demo: its accounts stay usable, except the admin. */
  demo: boolean
  adminEmail: string | undefined
}

/** Accounts whose password is or was public. */
async function findPublished(orm: Orm, { demo, adminEmail }: LockOptions): Promise<string[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const open = demo ? undefined : isNotNull(users.password_hash)
  const known = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, emails), or(hasTasks, open)))
  const named = adminEmail ? sql`lower(${users.email}) = lower(${adminEmail})` : undefined
  const trusted = await orm
    .select({ id: users.id, password_hash: users.password_hash })
    .from(users)
    .where(and(isNotNull(users.password_hash), or(hasTasks, named)))
  const ids = new Set(known.map(({ id }) => id))
  for (const user of trusted) if (await hasPublishedPassword(user)) ids.add(user.id)
  return [...ids]
}

/**
 * For production: removes every public way into staff and demo accounts. No one keeps administration or moderation with
 * the published password, and demo accounts only stay usable if a demo was requested. Affected accounts lose password,
 * passkeys, sessions and links and become ordinary members; their data stays. Returns how many were locked.
 */
export async function lockPublishedAccounts(orm: Orm, options: LockOptions): Promise<number> {
  const ids = await findPublished(orm, options)
  if (ids.length === 0) return 0
  await orm.transaction(async (tx) => {
    const locked = { ...storedTasks([]), password_hash: null }
    for (const id of ids) {
      await tx.update(users).set(locked).where(eq(users.id, id))
      await tx.delete(tokens).where(eq(tokens.user_id, id))
      await tx.delete(passkeys).where(eq(passkeys.user_id, id))
    }
  })
  return ids.length
}
