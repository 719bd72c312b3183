import { eq } from 'drizzle-orm'
import { WAYS_IN } from '#features/people/accounts/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { passkeys as passkeysTable } from '../tables.ts'
import { passkeyAdded, passkeyRemoved } from './mails.ts'
import { countPasskeys, deleteExpiredChallenges, deletePasskeysSince } from './passkeys.queries.ts'
import { addPasskeyRoutes } from './passkeys.routes.ts'

export const passkeys: Feature = {
  name: 'passkeys',
  routes: addPasskeyRoutes,
  mails: [passkeyAdded, passkeyRemoved],
  answers: [
    answering(WAYS_IN, {
      kind: 'passkeys',
      count: (db, _config, userId) => countPasskeys(db, userId),
      forgetSince: (tx, _deps, userId, since) => deletePasskeysSince(tx, userId, since),
    }),
  ],
  merge: {
    // The device that holds a passkey stores its account's id, so passkeys cannot move.
    async shares(db, { from }) {
      return [{ what: 'passkeys', moves: 0, ends: await countPasskeys(db, from.id) }]
    },
  },
  personalData: [
    {
      table: passkeysTable,
      secret: ['credential_id', 'public_key', 'counter', 'transports'],
      where: ({ id }) => eq(passkeysTable.user_id, id),
    },
  ],
  notExported: {
    passkey_challenges: 'random bytes that are signed within five minutes or forgotten',
  },
  jobs: [cleaning(deleteExpiredChallenges)],
}
