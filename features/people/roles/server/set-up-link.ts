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

/** How somebody becomes the first admin where no mail reaches anybody; null: there is no need. */
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
 * The link that a start prints, in production into its log: where no mails are sent, a log is the one place that the first
 * administrator of a container or a service can read.
 */
export async function offerSetUp(orm: Orm, config: Settings, now: Date): Promise<SetUp> {
  const { adminEmail, smtpUrl } = config
  if (!adminEmail || smtpUrl) return null
  const url = await createSetUpLink(orm, config, { now, renew: false })
  return url === null ? null : { url, email: adminEmail }
}
