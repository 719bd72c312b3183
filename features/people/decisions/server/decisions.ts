import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { decisions as decisionsTable } from '../tables.ts'
import { forgetTextsOf, moveDecisions } from './decisions.queries.ts'
import { addDecisionRoutes } from './decisions.routes.ts'
import { objectionAnswered, objectionArrived } from './mails.ts'

/** Decisions of the staff against a person, and the objections to them. */
export const decisions: Feature = {
  name: 'decisions',
  routes: addDecisionRoutes,
  mails: [objectionArrived, objectionAnswered],
  personalData: [
    {
      table: decisionsTable,
      secret: ['token_hash', 'decided_by', 'handled_by'],
      where: ({ id }) => eq(decisionsTable.user_id, id),
    },
  ],
  removal: { before: (tx, _deps, { account }) => forgetTextsOf(tx, account.id) },
  merge: { move: (tx, _deps, { from, into }) => moveDecisions(tx, from.id, into.id) },
}
