import { VALIDATION } from '@letterlend/contract/errors.ts'
import {
  householdApi,
  type InvitationSituation,
  MAX_INVITATIONS,
  MAX_MEMBERS,
} from '@letterlend/contract/household.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { countAttempt, limitAttempts } from '../../identity/attempts.queries.ts'
import { hashSecret } from '../../identity/secrets.ts'
import { lockUser } from '../../identity/users.queries.ts'
import { lockOwn } from '../letterboxes/letterboxes.ownership.ts'
import { findLetterbox } from '../letterboxes/letterboxes.queries.ts'
import { isVisible } from '../letterboxes/letterboxes.rules.ts'
import {
  countHousehold,
  findHousehold,
  findInvitation,
  findInvited,
  giveUpLetterbox,
  insertInvitation,
  insertMember,
  leaveHousehold,
  lockLetterboxes,
  redeemInvitation,
  removeMember,
  withdrawInvitation,
} from './household.queries.ts'
import { registerInvited } from './household.registration.ts'
import {
  INVITATIONS_OF_ONE_ACCOUNT,
  INVITATIONS_TO_ONE_ADDRESS,
  REGISTRATIONS_OF_ONE_INVITATION,
  situationOf,
} from './household.rules.ts'
import { householdInvitation } from './mails/household-invitation.ts'

const LINK_LIMIT = { max: 60, timeWindow: '10 minutes' } as const

/** How joining is refused; null where it is not. */
const REFUSALS = {
  visitor: 'unauthorized',
  unconfirmed: 'email_not_confirmed',
  open: null,
  has_letterbox: null,
  has_household: 'conflict',
  own: 'own_letterbox',
  member: 'conflict',
  other_household: 'other_household',
  full: 'household_full',
} as const satisfies Record<InvitationSituation, string | null>

/** Routes of the household: several people who manage one letterbox. */
export function addHouseholdRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, mails, config } = deps
  const { orm } = database

  registerEndpoints(
    app,
    deps,
    'household',
    householdApi,
    {
      get: ({ viewer }) => findHousehold(orm, viewer.id, clock()),

      async invite({ body: { email }, viewer }) {
        const now = clock()
        // Outside of the transaction: what is refused counts as well.
        await limitAttempts(orm, ['household', viewer.id], INVITATIONS_OF_ONE_ACCOUNT, now)
        await orm.transaction(async (tx) => {
          const { account, letterbox } = await lockOwn(tx, viewer)
          if (!letterbox) throw new AppError('conflict')
          if (letterbox.user_id !== account.id) throw new AppError('forbidden')
          if (email.toLowerCase() === account.email?.toLowerCase()) {
            throw fieldError('email', VALIDATION.ownEmail)
          }
          const { members, invitations } = await countHousehold(tx, letterbox.id, now, email)
          if (members >= MAX_MEMBERS) throw new AppError('household_full')
          if (invitations >= MAX_INVITATIONS) throw new AppError('too_many_invitations')
          const secret = await insertInvitation(tx, letterbox, email, now)
          const address = ['household', 'to', email.toLowerCase()] as const
          const { over } = await countAttempt(tx, address, INVITATIONS_TO_ONE_ADDRESS, now)
          if (over) return
          await mails.enqueue(tx, {
            to: email,
            lang: account.lang,
            content: householdInvitation({
              inviter: account.firstname,
              url: config.publicUrl + paths.joinHousehold({ token: secret }),
            }),
          })
        })
        return null
      },

      async withdraw({ body, viewer }) {
        if (!(await withdrawInvitation(orm, viewer.id, body.id))) throw new AppError('not_found')
        return null
      },

      async remove({ body, viewer }) {
        if (!(await removeMember(orm, viewer.id, body.member_id))) throw new AppError('not_found')
        return null
      },

      async leave({ viewer }) {
        if (await leaveHousehold(orm, viewer.id)) return null
        const { role } = await findHousehold(orm, viewer.id, clock())
        throw new AppError(role === 'owner' ? 'forbidden' : 'not_found')
      },

      async invitation({ body, viewer }) {
        const now = clock()
        const invitation = await findInvitation(orm, body.token, now)
        const full = invitation && (await findLetterbox(orm, invitation.letterbox_id))
        if (!full) throw new AppError('invalid_token')
        const { letterbox, owner } = full
        const { members } = await countHousehold(orm, letterbox.id, now)
        const invited = viewer && (await findInvited(orm, viewer))
        return {
          inviter: owner.firstname,
          place: isVisible(full, viewer)
            ? { address: letterbox.address, city: letterbox.city }
            : null,
          expires_at: invitation.expires_at.toISOString(),
          situation: situationOf(invited, { letterbox_id: letterbox.id, members }),
        }
      },

      async register({ body: { token, ...person }, request }) {
        const now = clock()
        const counted = ['household', 'register', hashSecret(token)] as const
        await limitAttempts(orm, counted, REGISTRATIONS_OF_ONE_INVITATION, now)
        const userAgent = request.headers['user-agent']
        return registerInvited(deps, token, person, { now, userAgent })
      },

      async join({ body: { token, give_up_letterbox }, viewer }) {
        const now = clock()
        const givenUp = await orm.transaction(async (tx) => {
          await lockUser(tx, viewer.id)
          const invitation = await findInvitation(tx, token, now)
          if (!invitation) throw new AppError('invalid_token')
          const { letterbox_id } = invitation
          const invited = await findInvited(tx, viewer)
          const { owns } = invited
          await lockLetterboxes(tx, [letterbox_id, ...(owns ? [owns.id] : [])])
          if (!(await redeemInvitation(tx, token, now))) throw new AppError('invalid_token')
          const { members } = await countHousehold(tx, letterbox_id, now)
          // Somebody may have moved into the own letterbox before it was locked.
          const locked = await findInvited(tx, viewer)
          const situation = situationOf(locked, { letterbox_id, members })
          const refusal = REFUSALS[situation]
          if (refusal) throw new AppError(refusal)
          if (owns && !give_up_letterbox) throw new AppError('has_letterbox')
          if (owns) await giveUpLetterbox(tx, owns.id)
          await insertMember(tx, viewer.id, letterbox_id, now)
          return owns?.id
        })
        if (givenUp) await deps.letterboxFeed.refresh([givenUp])
        return null
      },
    },
    { invitation: LINK_LIMIT, register: LINK_LIMIT, join: LINK_LIMIT },
  )
}
