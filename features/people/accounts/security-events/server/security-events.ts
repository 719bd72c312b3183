import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { security_events } from '../tables.ts'
import { recordSecurityEvent } from './recording.ts'
import { deleteOldEvents } from './security-events.queries.ts'
import { addSecurityEventRoutes } from './security-events.routes.ts'

export const securityEvents: Feature = {
  name: 'security-events',
  routes: addSecurityEventRoutes,
  personalData: [{ table: security_events, where: ({ id }) => eq(security_events.user_id, id) }],
  merge: {
    async move(tx, { clock }, { from, into }) {
      await tx
        .update(security_events)
        // Counts of both accounts for the same hour stay separate.
        .set({ user_id: into.id, hour: null })
        .where(eq(security_events.user_id, from.id))
      const merged = { kind: 'accounts_merged', by: 'staff', origin: null } as const
      await recordSecurityEvent(tx, into.id, merged, clock())
    },
  },
  jobs: [cleaning(deleteOldEvents)],
}
