import { and, eq, gte, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { listRunningOf } from '#features/lending/conversations/counts/server/door.ts'
import { resendConfirmation } from '#features/people/accounts/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { adminUsersApi } from '../../contract.admin.ts'
import { merge, previewMerge } from '../merging-users.ts'
import { findPresented, remove, restore, setBetaTester, suspend } from './changing.ts'
import { correctEmail, endSessions, exportData, resetSecondFactorOf, sendLink } from './helping.ts'
import { searchUsers } from './users.queries.ts'

/** Records in the audit log who looked at whom, once per session. */
async function noteReading(tx: Db, viewer: Viewer, id: string, now: Date): Promise<void> {
  const [noted] = await tx
    .select({ id: audit_log.id })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.subject, 'user'),
        eq(audit_log.subject_id, id),
        eq(audit_log.verb, 'read'),
        eq(audit_log.actor_id, viewer.id),
        gte(
          audit_log.at,
          sql`(SELECT ${tokens.created_at} FROM ${tokens} WHERE ${tokens.id} = ${viewer.session_id})`,
        ),
      ),
    )
    .limit(1)
  if (!noted) await recordAct(tx, viewer, { subject: 'user', subject_id: id, verb: 'read' }, now)
}

/** Routes for the staff who help members with their accounts. Others get a 404. */
export function addAdminUserRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'users', adminUsersApi, {
    list: ({ query }) => searchUsers(orm, query, momentOf(deps), config.timeZone),

    byId: ({ query, viewer }) =>
      orm.transaction(async (tx) => {
        const user = await findPresented(tx, deps, query.id)
        await noteReading(tx, viewer, query.id, clock())
        return user
      }),

    running: ({ query, viewer }) =>
      orm.transaction(async (tx) => {
        if (!(await findUser(tx, query.id))) throw new AppError('not_found')
        await noteReading(tx, viewer, query.id, clock())
        const loans = await listRunningOf(tx, query.id)
        return {
          loans: loans.map(({ firstname, lastname, handover_at, ...loan }) => ({
            ...loan,
            with: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
            handover_at: handover_at?.toISOString() ?? null,
          })),
        }
      }),

    async resendConfirmation({ body, viewer }) {
      const user = await findUser(orm, body.id)
      if (!user) throw new AppError('not_found')
      await resendConfirmation(deps, user, (tx) =>
        recordAct(tx, viewer, { subject: 'user', subject_id: user.id, verb: 'resend' }, clock()),
      )
      return findPresented(orm, deps, user.id)
    },

    sendLink: ({ body, viewer }) => sendLink(deps, viewer, body),

    correctEmail: ({ body, viewer }) => correctEmail(deps, viewer, body),

    exportData({ body, viewer, reply }) {
      reply.header('content-disposition', 'attachment; filename="letterlend-data.json"')
      return exportData(deps, viewer, body.id)
    },

    endSessions: ({ body, viewer }) => endSessions(deps, viewer, body),

    resetSecondFactor: ({ body, viewer }) => resetSecondFactorOf(deps, viewer, body),

    suspend: ({ body, viewer }) => suspend(deps, viewer, body),

    restore: ({ body, viewer }) => restore(deps, viewer, body),

    setBetaTester: ({ body, viewer }) => setBetaTester(deps, viewer, body),

    mergePreview: ({ query, viewer }) => previewMerge(deps, viewer, query),

    merge: ({ body, viewer }) => merge(deps, viewer, body),

    async remove({ body, viewer }) {
      await remove(deps, viewer, body)
      return null
    },
  })
}
