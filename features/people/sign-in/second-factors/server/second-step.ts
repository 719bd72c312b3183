import type { FastifyRequest } from 'fastify'
import {
  type EventOrigin,
  notingRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import { openSession } from '#features/people/accounts/sessions/server/door.ts'
import { countPasskeys } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { checkPassword, needsStrongProof } from '#platform/server/identity/proof.ts'
import {
  findHalfSession,
  noteProof,
  redeemHalfSession,
  type Viewer,
} from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { tellOfChange } from './second-factor-mails.ts'
import { limitCodes, takeTypedCode } from './typed-codes.ts'

/**
 * Opens the session after the second step. Throws `invalid_token` if the first step is too old or
 * was cancelled, a field error for a wrong code, and `rate_limited`.
 */
export async function takeSecondStep(
  deps: Deps,
  { token, code }: { token: string; code: string },
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<string> {
  const { orm } = deps.database
  const now = deps.clock()
  const userId = await findHalfSession(orm, token, now)
  if (userId === null) throw new AppError('invalid_token')
  const typist = { userId, ip: request.ip }
  await limitCodes(orm, typist, code, now)
  const origin = { userAgent: request.headers['user-agent'] }
  const refused = { kind: 'login_refused', way: 'second_step', origin } as const
  return notingRefusal(orm, userId, refused, now, () =>
    orm.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) throw new AppError('invalid_token')
      // Before the code, so that a login that has ended meanwhile does not use up a code.
      if (!(await redeemHalfSession(tx, token, now))) throw new AppError('invalid_token')
      const kind = await takeTypedCode(tx, typist, code, now)
      if (kind === 'one_time') await tellOfUsedCode(tx, deps, user, origin)
      return openSession(tx, deps, user, { way: 'second_step', strong: true, request })
    }),
  )
}

/** Records that a recovery code was used, and notifies the owner. */
async function tellOfUsedCode(
  tx: Db,
  deps: Deps,
  user: UserRow,
  origin: EventOrigin,
): Promise<void> {
  await recordSecurityEvent(tx, user.id, { kind: 'recovery_code_used', origin }, deps.clock())
  await tellOfChange(tx, deps, user, 'code_used')
}

/**
 * Renews the proof of identity in a session. Throws a field error, `forbidden` if a password is not
 * enough, `login_too_old` and `rate_limited`.
 */
export async function proveAnew(
  deps: Deps,
  viewer: Viewer,
  by: { code: string } | { current_password: string },
  ip: string,
): Promise<null> {
  const { orm } = deps.database
  const now = deps.clock()
  if ('code' in by) {
    const typist = { userId: viewer.id, ip }
    await limitCodes(orm, typist, by.code, now)
    const refused = { kind: 'proof_refused', way: 'code', origin: viewer } as const
    await notingRefusal(orm, viewer.id, refused, now, () =>
      orm.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id)
        if (!user) throw new AppError('unauthorized')
        const kind = await takeTypedCode(tx, typist, by.code, now)
        if (kind === 'one_time') await tellOfUsedCode(tx, deps, user, viewer)
        await noteProof(tx, viewer, { strong: true }, now)
        const given = { kind: 'proof_given', way: 'code', origin: viewer } as const
        await recordSecurityEvent(tx, user.id, given, now)
      }),
    )
    return null
  }
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  if (needsStrongProof(user, await countPasskeys(orm, user.id))) throw new AppError('forbidden')
  if (user.password_hash === null) throw new AppError('login_too_old')
  const refused = { kind: 'proof_refused', way: 'password', origin: viewer } as const
  await notingRefusal(orm, user.id, refused, now, () =>
    checkPassword(orm, user, viewer, by.current_password, now),
  )
  await orm.transaction(async (tx) => {
    await noteProof(tx, viewer, { strong: false }, now)
    const given = { kind: 'proof_given', way: 'password', origin: viewer } as const
    await recordSecurityEvent(tx, user.id, given, now)
  })
  return null
}
