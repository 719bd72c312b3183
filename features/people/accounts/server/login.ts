import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { recordRefusal } from '#features/people/accounts/security-events/server/door.ts'
import { logInto } from '#features/people/accounts/sessions/server/door.ts'
import type { Orm } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type AttemptKey,
  type AttemptLimit,
  countAttempt,
  countNetwork,
  forgetNetwork,
  noteSeen,
} from '#platform/server/identity/attempts.queries.ts'
import {
  hashPassword,
  isOutdated,
  isUsableHash,
  refuseWhenCrowded,
  verifyPassword,
} from '#platform/server/identity/passwords.ts'
import type { OpenedSession } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { accountsApi } from '../contract.ts'
import { listImportedSchemes, replaceOutdatedHash } from './accounts.queries.ts'
import { enqueueMailedLink } from './mailed-links.ts'

/**
 * Attempts per account from all networks, after which each one costs a proof of work. They are
 * never refused: otherwise a stranger could lock the owner out.
 */
const FROM_EVERYWHERE: AttemptLimit = { max: 100, windowMs: HOUR_MS }

/**
 * Opens a session for an address and its password. Response and timing are the same for an unknown
 * address, a wrong password and an account without a password. Throws `invalid_credentials`,
 * `captcha_required`, `captcha_invalid` and `unavailable`.
 */
export async function logIn(
  deps: Deps,
  { email, password, captcha: solution }: BodyOutput<typeof accountsApi.login>,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<OpenedSession> {
  const { config, database, captcha, clock } = deps
  const { orm } = database
  const now = clock()
  const { ip } = request
  refuseWhenCrowded()
  const [user, schemes] = await Promise.all([findUserByEmail(orm, email), listImportedSchemes(orm)])
  // Keyed by account, since the database treats several spellings as one address.
  const account = user?.id ?? email.toLowerCase()
  const here: AttemptKey = ['login', account]
  const { wrong_passwords } = config.networkLimits
  const nearby = await countNetwork(orm, here, ip, wrong_passwords, now)
  // The password may be right and the failures a stranger's, so the attempt costs work instead of
  // being refused.
  if (nearby.over) await captcha.demand(solution)
  // Counted after the network limit: a network that has not paid must not use up the shared limit.
  const everywhere = await countAttempt(orm, ['login', account], FROM_EVERYWHERE, now)
  if (everywhere.over && !nearby.over) await captcha.demand(solution)
  const fits = await verifyPassword(user?.password_hash ?? null, password, schemes)
  if (!fits || !user) {
    await noteRefusal(orm, user, account, request, now)
    // A hash of another program cannot be verified, even for the right password, so a new one must
    // be chosen.
    if (user?.password_hash && !isUsableHash(user.password_hash)) {
      await enqueueMailedLink(orm, deps, { request: 'passwordRecovery', email })
    }
    throw new AppError('invalid_credentials')
  }
  await forgetNetwork(orm, here, ip)
  await hashAnew(orm, user, password)
  return orm.transaction((tx) => logInto(tx, deps, user, { way: 'password', request }))
}

/** Rehashes the password if the hash is of another site or its parameters have changed. Only a login has the plain password. */
async function hashAnew(orm: Orm, { id, password_hash: old }: UserRow, password: string) {
  if (old === null || !isOutdated(old)) return
  const anew = await hashPassword(password).catch((error: unknown) => {
    // The hash queue is full. The old hash still works, and the next login tries again.
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  })
  if (anew !== null) await replaceOutdatedHash(orm, id, { old, anew })
}

/**
 * Records a wrong password for the owner of the account. Response time must not reveal whether the
 * account exists, so both cases take the same steps and write something.
 */
function noteRefusal(
  orm: Orm,
  user: UserRow | null,
  account: string,
  { headers }: Pick<FastifyRequest, 'headers'>,
  now: Date,
): Promise<void> {
  const origin = { userAgent: headers['user-agent'] }
  const refused = { kind: 'login_refused', way: 'password', origin } as const
  return orm.transaction(async (tx) => {
    await noteSeen(tx, ['login-refused', account], HOUR_MS, now)
    await recordRefusal(tx, user?.id ?? randomUUID(), refused, now)
  })
}
