import type { Config } from '#platform/server/config.ts'
import type { Db, Orm } from '#platform/server/db/client.ts'
import { BROUGHT_BY_COMMUNITY } from '#platform/server/identity/admission.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import {
  createToken,
  hasOpenToken,
  revokeTokens,
} from '#platform/server/identity/tokens.queries.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { lockAdmins } from './roles.queries.ts'

type Settings = Pick<Config, 'adminEmail' | 'publicUrl' | 'smtpUrl'>

/** How the first admin gets access if mails do not work; null if not needed. */
export type SetUp = { url: string; email: string } | null

async function insertAccount(db: Db, email: string): Promise<UserRow> {
  const [user] = await db
    .insert(users)
    .values({ email, lang: DEFAULT_LANGUAGE, ...BROUGHT_BY_COMMUNITY })
    .returning()
  if (!user) throw new Error('Unexpected empty answer to an insert')
  return user
}

/**
 * Creates a link by which the owner of `ADMIN_EMAIL` chooses a password, confirms the address and
 * becomes an admin. It works once, within three hours, and only while there is no admin. Creates
 * the account if it does not exist.
 * @param renew replaces a link that still works, but whose secret is no longer known
 * @returns null if no link is needed, or one already exists
 */
export function createSetUpLink(
  orm: Orm,
  { adminEmail, publicUrl }: Settings,
  { now, renew }: { now: Date; renew: boolean },
): Promise<string | null> {
  if (!adminEmail) return Promise.resolve(null)
  return orm.transaction(async (tx) => {
    if ((await lockAdmins(tx)).length > 0) return null
    const user = (await findUserByEmail(tx, adminEmail)) ?? (await insertAccount(tx, adminEmail))
    if (!renew && (await hasOpenToken(tx, 'password_reset', user.id, now))) return null
    await revokeTokens(tx, 'password_reset', user.id)
    const secret = await createToken(tx, 'password_reset', user, now)
    return publicUrl + paths.resetPassword({ token: secret })
  })
}

/**
 * The link that the server prints at its start, in production into the log. Without mails, the log
 * is the only place where the first administrator of a container or service can read it.
 */
export async function offerSetUp(orm: Orm, config: Settings, now: Date): Promise<SetUp> {
  const { adminEmail, smtpUrl } = config
  if (!adminEmail || smtpUrl) return null
  const url = await createSetUpLink(orm, config, { now, renew: false })
  return url === null ? null : { url, email: adminEmail }
}
