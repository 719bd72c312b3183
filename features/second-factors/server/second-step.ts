import { countPasskeys } from '#features/passkeys/server/door.ts'
import { tellingOfNewDevice } from '#features/sessions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { checkPassword, needsStrongProof } from '#platform/server/identity/proof.ts'
import {
  createSession,
  findHalfSession,
  noteProof,
  redeemHalfSession,
  type Viewer,
} from '#platform/server/identity/sessions.queries.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { tellOfChange } from './second-factor-mails.ts'
import { limitCodes, takeTypedCode } from './typed-codes.ts'

/**
 * Opens the session of a login whose first step was right. Throws `invalid_token` where that is too long ago or was
 * ended, a field error for a wrong code, and `rate_limited`.
 */
export async function takeSecondStep(
  deps: Deps,
  { token, code }: { token: string; code: string },
  userAgent: string | undefined,
): Promise<string> {
  const { orm } = deps.database
  const now = deps.clock()
  const userId = await findHalfSession(orm, token, now)
  if (userId === null) throw new AppError('invalid_token')
  await limitCodes(orm, userId, code, now)
  return orm.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new AppError('invalid_token')
    // Before the code: one must not be lost by a login that has ended meanwhile.
    if (!(await redeemHalfSession(tx, token, now))) throw new AppError('invalid_token')
    const kind = await takeTypedCode(tx, user.id, code, now)
    if (kind === 'one_time') await tellOfChange(tx, deps, user, 'code_used')
    const tellOfNew = tellingOfNewDevice(tx, deps, user)
    return createSession(tx, { userId: user.id, strong: true, userAgent, tellOfNew }, now)
  })
}

/** Proves anew who makes calls by a session. Throws a field error, `forbidden` where a password proves too little, `login_too_old` and `rate_limited`. */
export async function proveAnew(
  deps: Deps,
  viewer: Viewer,
  by: { code: string } | { current_password: string },
): Promise<null> {
  const { orm } = deps.database
  const now = deps.clock()
  if ('code' in by) {
    await limitCodes(orm, viewer.id, by.code, now)
    await orm.transaction(async (tx) => {
      const user = await lockUser(tx, viewer.id)
      if (!user) throw new AppError('unauthorized')
      const kind = await takeTypedCode(tx, user.id, by.code, now)
      if (kind === 'one_time') await tellOfChange(tx, deps, user, 'code_used')
      await noteProof(tx, viewer, { strong: true }, now)
    })
    return null
  }
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  if (needsStrongProof(user, await countPasskeys(orm, user.id))) throw new AppError('forbidden')
  if (user.password_hash === null) throw new AppError('login_too_old')
  await checkPassword(orm, user, by.current_password, now)
  await noteProof(orm, viewer, { strong: false }, now)
  return null
}
