import type { FastifyRequest } from 'fastify'
import { logInto } from '#features/people/accounts/sessions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUserByEmail, lockUser } from '#platform/server/identity/users.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { Finished, identityProvidersApi, ProvedIdentity } from '../contract.ts'
import { type Identity, offerOf } from './claims.rules.ts'
import { type IdentityProvider, newLoginSecrets } from './identity-provider.ts'
import {
  findLinked,
  type LinkedRow,
  markUsed,
  type ProvedRow,
  storeLogin,
  storeProved,
  takeLogin,
} from './identity-providers.queries.ts'
import { linkTo } from './linking.ts'
import { applyRoles } from './roles-of-provider.ts'

/** Starts a login at a provider. Throws `provider_unavailable` before anything is stored. */
export async function begin(
  { database, clock }: Deps,
  provider: IdentityProvider,
  begun: { browser: string; userId: string | null; returnPath: string | null },
): Promise<{ url: string }> {
  const secrets = newLoginSecrets()
  const url = await provider.urlFor(secrets)
  await storeLogin(database.orm, { provider: provider.config.key, ...begun }, secrets, clock())
  return { url }
}

/** The identity of a browser, with what its user may see. */
export async function presentProved(deps: Deps, row: ProvedRow): Promise<ProvedIdentity> {
  const { identityProviders } = deps.config
  const provider = identityProviders.find(({ key }) => key === row.provider)
  // An unverified address may belong to anyone, so the caller learns nothing about it.
  const isKnown = row.email !== null && row.email_verified
  const holder = isKnown ? await findUserByEmail(deps.database.orm, row.email ?? '') : null
  return {
    provider: row.provider,
    provider_name: provider?.name ?? row.provider,
    label: row.label,
    email: row.email ?? '',
    email_verified: row.email_verified,
    firstname: row.firstname,
    lastname: row.lastname,
    has_account: holder !== null,
    return_path: row.return_path,
  }
}

interface Caller {
  viewer: Viewer | null
  request: Pick<FastifyRequest, 'headers'>
}

/** Logs in to the linked account. As after a password, a second step may follow. */
function logIn(
  deps: Deps,
  provider: IdentityProvider,
  { linked, identity }: { linked: LinkedRow; identity: Identity },
  request: Caller['request'],
) {
  const now = deps.clock()
  return deps.database.orm.transaction(async (tx) => {
    const user = await lockUser(tx, linked.user_id)
    const offered = user ? offerOf(identity, linked.label, user.email) : undefined
    const used = user && (await markUsed(tx, linked.id, identity, offered, now))
    // Unlinked meanwhile, or the account was deleted.
    if (!user || !used) throw new AppError('provider_login_expired')
    const opened = await logInto(tx, deps, user, { way: 'openid', request })
    await applyRoles(tx, deps, provider.config, used, identity.tasks)
    return { ...opened, offers_email: used.new_email !== null }
  })
}

/**
 * Handles the return from a provider: opens a session for the linked account, links the identity to
 * the account that requested it, or stores it until the user registers or logs in. Never finds an
 * account by its e-mail address.
 */
export async function finish(
  deps: Deps,
  provider: IdentityProvider,
  { browser, query }: BodyOutput<typeof identityProvidersApi.finish>,
  { viewer, request }: Caller,
): Promise<Finished> {
  const { orm } = deps.database
  const now = deps.clock()
  const { key, name } = provider.config
  const state = new URLSearchParams(query).get('state') ?? ''
  const begun = await takeLogin(orm, { state, browser, provider: key }, now)
  if (!begun) throw new AppError('provider_login_expired')
  const isLinking = begun.user_id !== null
  if (isLinking && begun.user_id !== viewer?.id) throw new AppError('other_account')
  const { nonce, code_verifier: codeVerifier } = begun
  const identity = await provider.identify(query, { state, nonce, codeVerifier })
  if (isLinking && viewer) {
    await orm.transaction((tx) => linkTo(tx, deps, viewer, identity))
    return { outcome: 'linked', provider_name: name }
  }
  const linked = await findLinked(orm, identity)
  if (linked) {
    const opened = await logIn(deps, provider, { linked, identity }, request)
    return { outcome: 'logged_in', ...opened, return_path: begun.return_path }
  }
  const row = await storeProved(orm, browser, identity, begun.return_path, now)
  return { outcome: 'unknown', identity: await presentProved(deps, row) }
}
