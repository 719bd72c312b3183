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

type Settings = Pick<Config, 'adminEmail' | 'publicUrl' | 'smtpUrl' | 'production'>

/** How somebody becomes the first admin where no mail reaches anybody; null: there is no need. */
export type SetUp = { by: 'link'; url: string; email: string } | { by: 'command' } | null

async function insertAccount(db: Db, email: string): Promise<UserRow> {
  const [user] = await db
    .insert(users)
    .values({ email, lang: DEFAULT_LANGUAGE, ...BROUGHT_BY_COMMUNITY })
    .returning()
  if (!user) throw new Error('Unexpected empty answer to an insert')
  return user
}

/**
 * A link by which the address of `ADMIN_EMAIL` gets a password, is confirmed and administers: once, within
 * three hours, and only where nobody administers yet. Of an account that does not exist it makes one.
 * @param renew makes another one in place of one that still works, which is not known any more
 * @returns null where it is not needed, or was made before
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
 * What a start says of it. In production a link is made for a terminal alone: what is printed elsewhere
 * ends in a log, where others read it.
 */
export async function offerSetUp(
  orm: Orm,
  config: Settings,
  { now, terminal }: { now: Date; terminal: boolean },
): Promise<SetUp> {
  const { adminEmail, smtpUrl, production } = config
  if (!adminEmail || smtpUrl) return null
  if (production && !terminal) {
    const admins = await orm.transaction((tx) => lockAdmins(tx))
    return admins.length > 0 ? null : { by: 'command' }
  }
  const url = await createSetUpLink(orm, config, { now, renew: false })
  return url === null ? null : { by: 'link', url, email: adminEmail }
}
