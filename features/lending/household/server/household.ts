import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { household_invitations } from '../tables.ts'
import { leaveHousehold } from './handover.ts'
import { addHouseholdRoutes } from './household.routes.ts'
import { deleteExpiredInvitations } from './invitations.queries.ts'
import { householdChanged, householdInvitation, letterboxHandedOver } from './mails.ts'

export const household: Feature = {
  name: 'household',
  routes: addHouseholdRoutes,
  mails: [householdChanged, householdInvitation, letterboxHandedOver],
  personalData: [
    {
      table: household_invitations,
      secret: ['token_hash'],
      where: ({ id }) => eq(household_invitations.invited_by, id),
    },
  ],
  removal: { before: leaveHousehold },
  merge: {
    async move(tx, _deps, { from, into }) {
      await tx
        .update(household_invitations)
        .set({ invited_by: into.id })
        .where(eq(household_invitations.invited_by, from.id))
    },
  },
  jobs: [cleaning(deleteExpiredInvitations)],
}
