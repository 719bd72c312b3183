import {
  type EventOrigin,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import {
  limitNewEmails,
  orWhenTaken,
  takeOverEmail,
} from '#features/people/accounts/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import { isAdminAddress } from '#features/people/roles/server/door.ts'
import { countPasskeys } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import type { SingleTask } from '#platform/shared/tasks.ts'
import type { LinkedAccount } from '../contract.ts'
import type { Identity } from './claims.rules.ts'
import {
  deleteLinked,
  deleteLinkedSince,
  findLinked,
  insertLinked,
  type LinkedRow,
  listLinked,
  takeOffer,
  takeProved,
} from './identity-providers.queries.ts'
import { accountLinked, accountUnlinked } from './mails.ts'
import { applyRoles, takeBrought } from './roles-of-provider.ts'

type Providers = Pick<Config, 'identityProviders'>

/** The configured provider of a linked account; undefined if the community no longer offers it. */
function providerOf({ identityProviders }: Providers, { provider, issuer }: LinkedRow) {
  return identityProviders.find(
    (each) => each.key === provider && new URL(each.issuer).href === new URL(issuer).href,
  )
}

export async function presentLinked(
  db: Db,
  config: Providers,
  userId: string,
): Promise<LinkedAccount[]> {
  const rows = await listLinked(db, userId)
  const own = (await findUser(db, userId))?.email?.toLowerCase()
  return rows.map((row) => {
    const provider = providerOf(config, row)
    const isNew = row.new_email !== null && row.new_email.toLowerCase() !== own
    return {
      id: row.id,
      provider: row.provider,
      provider_name: provider?.name ?? row.provider,
      label: row.label,
      new_email: isNew ? row.new_email : null,
      gone: provider === undefined,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    }
  })
}

/** Number of linked accounts that can log in: those whose provider is still configured. */
export async function countUsable(db: Db, config: Providers, userId: string): Promise<number> {
  if (config.identityProviders.length === 0) return 0
  const rows = await listLinked(db, userId)
  return rows.filter((row) => providerOf(config, row) !== undefined).length
}

/** Notifies the owner that an account was linked or unlinked. */
async function tell(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'clock'>,
  user: UserRow,
  mail: typeof accountLinked | typeof accountUnlinked,
  { provider_name, label }: { provider_name: string; label: string },
): Promise<void> {
  if (!user.email) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: mail({
      firstname: user.firstname,
      provider: provider_name,
      label,
      url: deps.config.publicUrl + paths.security(),
      notMeUrl: await notMeUrl(tx, deps, user),
    }),
  })
}

/**
 * Links an identity with a locked account without a mail. Throws `already_linked` if the account
 * has another identity of this provider, and `linked_elsewhere` if another account has this one.
 * @returns null if it was already linked, by a second click or in another tab
 */
export async function linkSilently(
  tx: Db,
  userId: string,
  identity: Pick<Identity, 'provider' | 'issuer' | 'subject' | 'label'>,
  origin: EventOrigin,
  now: Date,
): Promise<LinkedRow | null> {
  const linked = await insertLinked(tx, userId, identity, now)
  if (linked) {
    await recordSecurityEvent(tx, userId, { kind: 'account_linked', origin }, now)
    return linked
  }
  const existing = await findLinked(tx, identity)
  if (!existing) throw new AppError('already_linked')
  if (existing.user_id !== userId) throw new AppError('linked_elsewhere')
  return null
}

/**
 * Links an identity with the account of a user who has just proved to own it, and notifies them by
 * mail. Throws as {@link linkSilently}.
 */
export async function linkTo(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  identity: Pick<Identity, 'provider' | 'issuer' | 'subject' | 'label'> & {
    tasks: readonly SingleTask[]
  },
): Promise<void> {
  const user = await lockUser(tx, viewer.id)
  if (!user) throw new AppError('unauthorized')
  const linked = await linkSilently(tx, user.id, identity, viewer, deps.clock())
  if (!linked) return
  const provider = providerOf(deps.config, linked)
  if (provider) await applyRoles(tx, deps, provider, linked, identity.tasks)
  const provider_name = provider?.name ?? linked.provider
  await tell(tx, deps, user, accountLinked, { provider_name, label: linked.label })
}

/**
 * Links the identity of a browser with the account it has just registered, without a mail. Throws
 * `provider_login_expired`, and as {@link linkSilently}.
 * @returns null if a mail must confirm the address; otherwise the follow-up to call once it is
 * confirmed
 */
export async function linkRegistered(
  tx: Db,
  deps: Deps,
  userId: string,
  { browser, email, origin }: { browser: string; email: string; origin: EventOrigin },
): Promise<(() => Promise<void>) | null> {
  const { config, clock } = deps
  const now = clock()
  const proved = await takeProved(tx, browser, now)
  if (!proved) throw new AppError('provider_login_expired')
  const linked = await linkSilently(tx, userId, proved, origin, now)
  // The owner of `ADMIN_EMAIL` becomes an administrator, so only our own mail may confirm it.
  const isVerified = proved.email_verified && !isAdminAddress(proved.email, config.adminEmail)
  if (!isVerified || proved.email?.toLowerCase() !== email.toLowerCase()) return null
  const provider = linked && providerOf(config, linked)
  // If a mail must confirm the address first, the next login brings the tasks.
  return async () => {
    if (provider) await applyRoles(tx, deps, provider, linked, proved.tasks)
  }
}

/** Unlinks an account. Throws `not_found`, and `last_way_in` if there is no other way to log in. */
export async function unlink(tx: Db, deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const user = await lockUser(tx, viewer.id)
  const linked = user && (await deleteLinked(tx, user.id, id))
  if (!user || !linked) throw new AppError('not_found')
  const provider = providerOf(deps.config, linked)
  const isWayIn = provider !== undefined
  const hasOther =
    user.password_hash !== null ||
    (await countPasskeys(tx, user.id)) > 0 ||
    (await countUsable(tx, deps.config, user.id)) > 0
  if (isWayIn && !hasOther) throw new AppError('last_way_in')
  await takeBrought(tx, deps, linked)
  await recordSecurityEvent(tx, user.id, { kind: 'account_unlinked', origin: viewer }, deps.clock())
  const provider_name = provider?.name ?? linked.provider
  await tell(tx, deps, user, accountUnlinked, { provider_name, label: linked.label })
}

/**
 * Accepts or drops the address that a provider has offered. Throws `not_found` if there is no
 * offer, and `rate_limited`.
 * @returns whether the account has the address now; false if a mail must confirm it
 */
export async function answerEmail(
  deps: Deps,
  viewer: Viewer,
  { id, take }: { id: string; take: boolean },
): Promise<boolean> {
  const { orm } = deps.database
  const offered = (await listLinked(orm, viewer.id)).find((each) => each.id === id)?.new_email
  if (!offered) throw new AppError('not_found')
  if (take) await limitNewEmails(orm, viewer.id, offered, deps.clock())
  const answered = orm.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    const offer = user && (await takeOffer(tx, user.id, id))
    if (!user || !offer?.new_email) throw new AppError('not_found')
    if (!take) return false
    // The owner of `ADMIN_EMAIL` becomes an administrator, so only our own mail may confirm it.
    const isProved =
      offer.new_email_verified && !isAdminAddress(offer.new_email, deps.config.adminEmail)
    return takeOverEmail(tx, deps, user, { email: offer.new_email, isProved, viewer })
  })
  // Another account has just taken the address. The next login offers it again if it is still free.
  return answered.catch(orWhenTaken(new AppError('not_found')))
}

/**
 * Unlinks accounts of a locked account that were linked after `since`, or all, and takes the tasks
 * they brought.
 */
export async function forgetLinked(
  tx: Db,
  deps: Deps,
  userId: string,
  since: Date | null,
): Promise<void> {
  for (const linked of await deleteLinkedSince(tx, userId, since)) {
    await takeBrought(tx, deps, linked)
  }
}
