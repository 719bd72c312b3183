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
  isOwnHash,
  refuseWhenCrowded,
  verifyPassword,
} from '#platform/server/identity/passwords.ts'
import type { OpenedSession } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { accountsApi } from '../contract.ts'
import { replaceOutdatedHash } from './accounts.queries.ts'
import { enqueueMailedLink } from './mailed-links.ts'

/**
 * Tries for one account from everywhere, after which each one costs a proof of work. Never a
 * refusal: with it a stranger could keep the owner out.
 */
const FROM_EVERYWHERE: AttemptLimit = { max: 100, windowMs: HOUR_MS }

/**
 * Opens a session for an address and its password. What is answered, and when, is the same for an
 * unknown address, a wrong password and an account without one. Throws `invalid_credentials`,
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
  const user = await findUserByEmail(orm, email)
  // By account, since several spellings of an address can be one to the database.
  const account = user?.id ?? email.toLowerCase()
  const here: AttemptKey = ['login', account]
  const { wrong_passwords } = config.networkLimits
  const nearby = await countNetwork(orm, here, ip, wrong_passwords, now)
  // The password may be right, and the failures those of somebody else: the try costs work, and is not refused.
  if (nearby.over) await captcha.demand(solution)
  // Counted after the network: one alone, which has paid nothing, must not use up what all networks share.
  const everywhere = await countAttempt(orm, ['login', account], FROM_EVERYWHERE, now)
  if (everywhere.over && !nearby.over) await captcha.demand(solution)
  const fits = await verifyPassword(user?.password_hash ?? null, password)
  if (!fits || !user) {
    await noteRefusal(orm, user, account, request, now)
    // Nobody can log in with the hash of another program, however right the password is: a new one has to be chosen.
    if (user?.password_hash && !isOwnHash(user.password_hash)) {
      await enqueueMailedLink(orm, deps, { request: 'passwordRecovery', email })
    }
    throw new AppError('invalid_credentials')
  }
  await forgetNetwork(orm, here, ip)
  await hashAnew(orm, user, password)
  return orm.transaction((tx) => logInto(tx, deps, user, { way: 'password', request }))
}

/** By the parameters of today, where those have changed since: the one moment at which the password is there for it. */
async function hashAnew(orm: Orm, { id, password_hash: old }: UserRow, password: string) {
  if (old === null || !isOutdated(old)) return
  const anew = await hashPassword(password).catch((error: unknown) => {
    // Too many wait to be hashed: the old one is as good as it was, and the next login comes.
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  })
  if (anew !== null) await replaceOutdatedHash(orm, id, { old, anew })
}

/**
 * Notes a wrong password for the owner of the account. Whether there is one must not be told by the time that the answer takes:
 * both take the same steps, and both have something to write.
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
