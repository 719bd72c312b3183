import type { FastifyRequest } from 'fastify'
import { tellingOfNewDevice } from '#features/sessions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type AttemptKey,
  type AttemptLimit,
  countAttempt,
  forgetNetwork,
  limitNetwork,
} from '#platform/server/identity/attempts.queries.ts'
import { refuseWhenCrowded, verifyPassword } from '#platform/server/identity/passwords.ts'
import { logInto, type OpenedSession } from '#platform/server/identity/sessions.queries.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { accountsApi } from '../contract.ts'

/** Wrong tries for one account from one network. */
const FROM_ONE_PLACE: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS }
/**
 * Tries for one account from everywhere, after which each one costs a proof of work. Never a
 * refusal: with it a stranger could keep the owner out.
 */
const FROM_EVERYWHERE: AttemptLimit = { max: 20, windowMs: 60 * MINUTE_MS }

/**
 * Opens a session for an address and its password. What is answered, and when, is the same for an
 * unknown address, a wrong password and an account without one. Throws `invalid_credentials`,
 * `rate_limited`, `captcha_required`, `captcha_invalid` and `unavailable`.
 */
export async function logIn(
  deps: Deps,
  { email, password, captcha: solution }: BodyOutput<typeof accountsApi.login>,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<OpenedSession> {
  const { database, captcha, clock } = deps
  const { orm } = database
  const now = clock()
  refuseWhenCrowded()
  const user = await findUserByEmail(orm, email)
  // By account, since several spellings of an address can be one to the database.
  const account = user?.id ?? email.toLowerCase()
  const everywhere = await countAttempt(orm, ['login', account], FROM_EVERYWHERE, now)
  if (everywhere.over) await captcha.check(solution)
  const here: AttemptKey = ['login', account]
  await limitNetwork(orm, here, ip, FROM_ONE_PLACE, now)
  const fits = await verifyPassword(user?.password_hash ?? null, password)
  if (!fits || !user) throw new AppError('invalid_credentials')
  await forgetNetwork(orm, here, ip)
  return orm.transaction((tx) => {
    const userAgent = headers['user-agent']
    const tellOfNew = tellingOfNewDevice(tx, deps, user)
    return logInto(tx, { userId: user.id, userAgent, tellOfNew }, now)
  })
}
