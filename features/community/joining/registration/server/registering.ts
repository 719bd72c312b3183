import type { FastifyRequest } from 'fastify'
import { agreeByRegistering } from '#features/community/legal/server/door.ts'
import {
  confirmEmail,
  enqueueConfirmationMail,
  followConfirmation,
  limitSpellings,
  orWhenTaken,
} from '#features/people/accounts/server/door.ts'
import { openSession } from '#features/people/accounts/sessions/server/door.ts'
import { findAddress } from '#features/places/geocoding/server/door.ts'
import { countNewcomer } from '#features/places/letterboxes/codes/server/door.ts'
import { limitCodes } from '#features/shop/parcels/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { registrationApi } from '../contract.ts'
import { enrol } from './enrolling.ts'
import { mailImportedOwner } from './imported-owners.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Creates an account from a form and opens its first session.
 * @param follow further work in the same transaction. Returns null if a mail has to confirm the address. Otherwise a
 * trusted provider has verified it, and the returned function does what is left once the address is confirmed
 */
export async function registerAccount(
  deps: Deps,
  { captcha: solution, code, flyer, ...registration }: BodyOutput<typeof registrationApi.register>,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  follow: (tx: Db, user: UserRow) => Promise<(() => Promise<void>) | null> = async () => null,
): Promise<{ api_token: string }> {
  const { database, captcha, clock } = deps
  const { orm } = database
  await captcha.check(solution)
  const now = clock()
  await limitSpellings(orm, registration.email, now)
  if (code !== undefined) await limitCodes(deps, request.ip, now)
  // With the code of a letter a person may take over a letterbox, and spell its address differently.
  const found = code !== undefined && (await findAddress(deps, registration))
  const registered = orm.transaction(async (tx) => {
    const user = await enrol(tx, deps, { registration, code, found }, now)
    await agreeByRegistering(tx, deps, user.id, now)
    if (flyer !== undefined) await countNewcomer(tx, flyer)
    const { email } = registration
    const afterwards = await follow(tx, user)
    if (afterwards) {
      await confirmEmail(tx, user.id, email, now)
      await followConfirmation(tx, deps, { id: user.id, email, isFirst: true })
      await afterwards()
    } else {
      const mailed = await createMailedSecret(tx, 'email_confirmation', user, now)
      await enqueueConfirmationMail(tx, deps, { user: { ...user, email }, ...mailed })
    }
    return { api_token: await openSession(tx, deps, user, { way: 'registration', request }) }
  })
  return registered.catch(async (error) => {
    const isImported =
      sqlState(error) === UNIQUE_VIOLATION && (await mailImportedOwner(deps, registration.email))
    const failure = isImported ? VALIDATION.claimMailed : VALIDATION.emailTaken
    return orWhenTaken(fieldError('email', failure))(error)
  })
}
