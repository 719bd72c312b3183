import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { terms_consents } from '../tables.ts'
import { insertConsent, moveConsents } from './legal.queries.ts'
import { addLegalRoutes } from './legal.routes.ts'

/** Imprint, privacy notice, terms and accessibility statement, and consents to the terms. */
export const legal: Feature = {
  name: 'legal',
  routes: addLegalRoutes,
  personalData: [{ table: terms_consents, where: ({ id }) => eq(terms_consents.user_id, id) }],
  notExported: {
    legal_versions:
      'what the community has published; who published it is in the audit log, which is exported',
  },
  merge: { move: (tx, _deps, { from, into }) => moveConsents(tx, from.id, into.id) },
}

/** Registering includes consent to the terms in force, if there are any. */
export async function agreeByRegistering(
  tx: Db,
  { settings }: Pick<Deps, 'settings'>,
  userId: string,
  now: Date,
): Promise<void> {
  const version = settings.current().legal.versions.terms
  if (version !== undefined) await insertConsent(tx, { user_id: userId, version, agreed_at: now })
}
