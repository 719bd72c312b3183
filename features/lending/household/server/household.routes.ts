import type { FastifyInstance } from 'fastify'
import { tellOfPlace } from '#features/people/newcomers/server/door.ts'
import { removeMember, removeMemberOf } from '#features/places/letterboxes/members/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { householdApi } from '../contract.ts'
import { findHousehold } from './household.queries.ts'
import { INVITATIONS_OF_ONE_ACCOUNT, REGISTRATIONS_OF_ONE_INVITATION } from './household.rules.ts'
import { withdrawInvitation } from './invitations.queries.ts'
import { describeInvitation, invite } from './inviting.ts'
import { join } from './joining.ts'
import { registerInvited } from './registration.ts'
import { findPeople, tellOfLeaving, tellOfRemoval } from './telling.ts'

/** Routes of the household: several people who manage one letterbox. */
export function addHouseholdRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database

  registerEndpoints(
    app,
    deps,
    'household',
    householdApi,
    {
      get: ({ viewer }) => findHousehold(orm, viewer.id, clock()),

      async invite({ body, viewer }) {
        const now = clock()
        // Counted outside of the database transaction, so that failed attempts count as well.
        await limitAttempts(orm, ['household', viewer.id], INVITATIONS_OF_ONE_ACCOUNT, now)
        await orm.transaction((tx) => invite(tx, deps, viewer, body.email, now))
        return null
      },

      async withdraw({ body, viewer }) {
        if (!(await withdrawInvitation(orm, viewer.id, body.id))) throw new AppError('not_found')
        return null
      },

      async remove({ body, viewer }) {
        await orm.transaction(async (tx) => {
          const people = await findPeople(tx, viewer.id)
          const removed = await removeMemberOf(tx, viewer.id, body.member_id)
          if (!people || !removed) throw new AppError('not_found')
          await tellOfRemoval(tx, deps, people, body.member_id)
        })
        return null
      },

      async leave({ viewer }) {
        const hasLeft = await orm.transaction(async (tx) => {
          const people = await findPeople(tx, viewer.id)
          const left = await removeMember(tx, viewer.id)
          if (people && left) await tellOfLeaving(tx, deps, people, viewer.id)
          return left
        })
        if (hasLeft) return null
        const { role } = await findHousehold(orm, viewer.id, clock())
        throw new AppError(role === 'owner' ? 'forbidden' : 'not_found')
      },

      invitation: ({ body, viewer }) => describeInvitation(orm, viewer, body.token, clock()),

      async register({ body: { token, ...person }, request }) {
        const now = clock()
        const counted = ['household', 'register', hashSecret(token)] as const
        await limitAttempts(orm, counted, REGISTRATIONS_OF_ONE_INVITATION, now)
        return registerInvited(deps, token, person, { now, request })
      },

      async join({ body, viewer }) {
        const now = clock()
        const givenUp = await orm.transaction(async (tx) => {
          const ownLetterbox = await join(tx, viewer, body, now)
          await tellOfPlace(tx, deps, viewer)
          return ownLetterbox
        })
        if (givenUp) await deps.letterboxFeed.refresh([givenUp])
        return null
      },
    },
    { invitation: 'links', register: 'links', join: 'links' },
  )
}
