import type { FastifyRequest } from 'fastify'
import {
  enqueueConfirmationMail,
  followConfirmation,
} from '#features/people/accounts/server/door.ts'
import { openSession } from '#features/people/accounts/sessions/server/door.ts'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { admit } from '#platform/server/identity/admission.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { users } from '#platform/server/identity/tables.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Language } from '#platform/shared/languages.ts'
import { isProvenByInvitation } from './household.rules.ts'
import { findInvitation } from './invitations.queries.ts'
import { join } from './joining.ts'

const UNIQUE_VIOLATION = '23505'

export interface InvitedPerson {
  firstname: string
  lastname: string
  email: string
  lang: Language
}

/**
 * Creates an account without a letterbox. The invited address counts as confirmed and joins at once, which uses
 * the invitation up; any other address must be confirmed first. Throws `invalid_token`, `household_full`, and
 * `validation` for an address that has an account.
 */
export async function registerInvited(
  deps: Deps,
  secret: string,
  person: InvitedPerson,
  { now, request }: { now: Date; request: Pick<FastifyRequest, 'headers'> },
): Promise<{ api_token: string; joined: boolean }> {
  const { database, config, settings } = deps
  const registration = database.orm.transaction(async (tx) => {
    const invitation = await findInvitation(tx, secret, now)
    if (!invitation) throw new AppError('invalid_token')
    const isProven = isProvenByInvitation(person.email, invitation.email, config.adminEmail)
    const [user] = await tx
      .insert(users)
      .values({
        ...person,
        ...admit(settings.current().gate.gate, 'household', now),
        email_confirmed_at: isProven ? now : null,
        created_at: now,
        last_seen_at: now,
      })
      .returning()
    if (!user) throw new Error('Unexpected empty answer to an insert')
    if (!isProven) {
      const mailedSecret = await createMailedSecret(tx, 'email_confirmation', user, now)
      const to = { ...user, email: person.email }
      await enqueueConfirmationMail(tx, deps, { user: to, ...mailedSecret })
    }
    if (isProven) {
      const invited = { id: user.id, email_confirmed: true }
      await join(tx, invited, { token: secret, give_up_letterbox: false }, now)
      await followConfirmation(tx, deps, { id: user.id, email: person.email, isFirst: true })
    }
    return {
      api_token: await openSession(tx, deps, user, { way: 'registration', request }),
      joined: isProven,
    }
  })
  return registration.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? fieldError('email', VALIDATION.emailTaken) : error
  })
}
