import { eq } from 'drizzle-orm'
import { SUPPORT_GIVEN } from '#features/places/letterboxes/server/door.ts'
import { PAID_OR_NOT } from '#features/shop/orders/paying/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature, FeatureJob } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { membership_reminders } from '../tables.ts'
import { membershipEnded, membershipEnding } from './mails.ts'
import {
  adoptMemberships,
  followOrder,
  settleMembership,
  settleRecent,
} from './memberships.queries.ts'
import { addMembershipRoutes } from './memberships.routes.ts'
import { membershipMerge } from './merging.ts'
import { prepareReminders, remindOfEnds } from './reminding.ts'

/** One round of upkeep that no request triggers. Safe in several processes at once. */
export async function keepMemberships(deps: Deps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  await database.orm.transaction(adoptMemberships)
  await settleRecent(database.orm, now)
  await database.orm.transaction((tx) => remindOfEnds(tx, deps, now))
}

const upkeep: FeatureJob = {
  queue: 'membership-upkeep',
  everySeconds: MINUTE_SECONDS,
  run: keepMemberships,
}

export const memberships: Feature = {
  name: 'memberships',
  start: prepareReminders,
  routes: addMembershipRoutes,
  mails: [membershipEnding, membershipEnded],
  answers: [answering(PAID_OR_NOT, followOrder), answering(SUPPORT_GIVEN, settleMembership)],
  merge: membershipMerge,
  personalData: [
    { table: membership_reminders, where: ({ id }) => eq(membership_reminders.user_id, id) },
  ],
  jobs: [upkeep],
}
