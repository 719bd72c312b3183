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

/** The provider of the settings by which an account elsewhere logs in; undefined: the community has it no more. */
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

/** How many accounts elsewhere log in now: those whose provider the community still has. */
export async function countUsable(db: Db, config: Providers, userId: string): Promise<number> {
  if (config.identityProviders.length === 0) return 0
  const rows = await listLinked(db, userId)
  return rows.filter((row) => providerOf(config, row) !== undefined).length
}

/** Tells the owner that an account elsewhere logs in from now on, or no more. */
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
 * Links an identity with a locked account, without a word to its owner. Throws `already_linked` where the account has
 * another one of this provider, and `linked_elsewhere` where another account has this one.
 * @returns null where it was linked before: by a second click, or in another tab
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

/** Links an identity with the account of whoever has just proved to own it; a mail tells them. Throws as {@link linkSilently}. */
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
 * Links the identity that waits in a browser with the account that it has just registered, without a word to its owner.
 * Throws `provider_login_expired`, and as {@link linkSilently}.
 * @returns null where a mail has to confirm the address; else what is left to do once it is confirmed
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
  // Whoever has the address of `ADMIN_EMAIL` administers the community: our own mail alone confirms it.
  const isVerified = proved.email_verified && !isAdminAddress(proved.email, config.adminEmail)
  if (!isVerified || proved.email?.toLowerCase() !== email.toLowerCase()) return null
  const provider = linked && providerOf(config, linked)
  // Of an address that a mail has to confirm first, the next login brings them.
  return async () => {
    if (provider) await applyRoles(tx, deps, provider, linked, proved.tasks)
  }
}

/** Ends that an account elsewhere logs in. Throws `not_found`, and `last_way_in` where nothing else would. */
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
 * Takes over the address that a provider has offered, or drops the offer. Throws `not_found` where there is none, and
 * `rate_limited`.
 * @returns whether the account has the address now; false where a mail asks to confirm it
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
    // Whoever has the address of `ADMIN_EMAIL` administers the community: our own mail alone confirms it.
    const isProved =
      offer.new_email_verified && !isAdminAddress(offer.new_email, deps.config.adminEmail)
    return takeOverEmail(tx, deps, user, { email: offer.new_email, isProved, viewer })
  })
  // Somebody else has taken the address at this moment: the next login offers it again, if it still may.
  return answered.catch(orWhenTaken(new AppError('not_found')))
}

/** Unlinks those of a locked account that came after `since`, or all, and takes the tasks that they brought. */
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
