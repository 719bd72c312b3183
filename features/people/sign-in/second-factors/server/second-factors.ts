import { eq } from 'drizzle-orm'
import { WAYS_IN } from '#features/people/accounts/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { second_factors } from '../tables.ts'
import { forgetSecondFactorSince } from './changing.ts'
import { secondFactorChanged } from './mails.ts'
import { deleteUnconfirmed } from './second-factors.queries.ts'
import { addSecondFactorRoutes } from './second-factors.routes.ts'

export const secondFactors: Feature = {
  name: 'second-factors',
  routes: addSecondFactorRoutes,
  mails: [secondFactorChanged],
  answers: [
    answering(WAYS_IN, {
      kind: 'second_factor',
      forgetSince: (tx, _deps, userId, since) => forgetSecondFactorSince(tx, userId, since),
    }),
  ],
  merge: {
    // The app on the user's device belongs to the account that is merged away.
    async shares(_db, { from }) {
      return [{ what: 'second_factor', moves: 0, ends: from.second_factor_since ? 1 : 0 }]
    },
  },
  personalData: [
    {
      table: second_factors,
      secret: ['secret', 'pending_secret', 'last_step'],
      where: ({ id }) => eq(second_factors.user_id, id),
    },
  ],
  notExported: {
    second_factor_codes: 'only hashes of codes that log in',
  },
  jobs: [cleaning(deleteUnconfirmed)],
}
