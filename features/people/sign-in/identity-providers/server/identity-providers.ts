import { eq } from 'drizzle-orm'
import { WAYS_IN } from '#features/people/accounts/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { linked_accounts } from '../tables.ts'
import { deleteExpiredLogins, listLinked } from './identity-providers.queries.ts'
import { addIdentityProviderRoutes } from './identity-providers.routes.ts'
import { countUsable, forgetLinked } from './linking.ts'
import { accountLinked, accountUnlinked } from './mails.ts'

export const identityProviders: Feature = {
  name: 'identity-providers',
  routes: addIdentityProviderRoutes,
  mails: [accountLinked, accountUnlinked],
  answers: [
    answering(WAYS_IN, {
      kind: 'linked_accounts',
      count: countUsable,
      forgetSince: forgetLinked,
      forgetUnproved: (tx, deps, userId) => forgetLinked(tx, deps, userId, null),
    }),
  ],
  merge: {
    // As with passkeys: what was linked to one account never logs in to another.
    async shares(db, { from }) {
      const linked = await listLinked(db, from.id)
      return [{ what: 'linked_accounts', moves: 0, ends: linked.length }]
    },
  },
  personalData: [{ table: linked_accounts, where: ({ id }) => eq(linked_accounts.user_id, id) }],
  notExported: {
    proved_identities: 'who has no account here yet, for an hour; what is linked is exported',
    provider_logins: 'random bytes of a login under way, used within ten minutes or forgotten',
  },
  jobs: [cleaning(deleteExpiredLogins)],
}
