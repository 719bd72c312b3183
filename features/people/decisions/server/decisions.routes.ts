import type { FastifyInstance } from 'fastify'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { instantOfDay } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { answersTo } from '#platform/server/questions.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { adminDecisionsApi } from '../contract.admin.ts'
import { decisionsApi } from '../contract.ts'
import {
  answerObjection,
  findByToken,
  hasOtherModerator,
  listObjections,
  lockObjection,
  presentDecision,
  storeObjection,
} from './decisions.queries.ts'
import { objectionAnswered, objectionArrived } from './mails.ts'
import { DECIDED_MESSAGES, type DecidedMessage } from './questions.ts'
import { countYear } from './year-counts.queries.ts'

/** The messages of some decisions, oldest first, from all nouns that know any. */
async function findMessages(
  deps: Deps,
  db: Db,
  viewer: Viewer,
  decisionIds: string[],
): Promise<DecidedMessage[]> {
  const messages: DecidedMessage[] = []
  for (const find of answersTo(deps, DECIDED_MESSAGES)) {
    messages.push(...(await find(db, viewer, decisionIds, deps.clock())))
  }
  return messages.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

export function addDecisionRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock, mails } = deps
  const { orm } = database
  registerEndpoints(
    app,
    deps,
    'decisions',
    decisionsApi,
    {
      async about({ body: { token } }) {
        const decision = await findByToken(orm, token)
        if (!decision) throw new AppError('invalid_token')
        return presentDecision(decision)
      },

      object: ({ body: { token, text } }) =>
        orm.transaction(async (tx) => {
          const decision = await findByToken(tx, token)
          if (!decision?.user_id) throw new AppError('invalid_token')
          const now = clock()
          if (!(await storeObjection(tx, decision.id, text, now))) throw new AppError('conflict')
          const act = { subject: 'objection', subject_id: decision.id, verb: 'create' } as const
          await recordAct(tx, 'system', act, now)
          const user = await findUser(tx, decision.user_id)
          const url = config.publicUrl + paths.login(adminPaths.screen('objections'))
          const content = objectionArrived({ kind: decision.kind, objection: text, url })
          await enqueueStaffMail(tx, deps, 'GET /admin/objections', content, {
            replyTo: user?.email ?? undefined,
          })
          return null
        }),
    },
    { about: 'links', object: 'links' },
  )
  registerEndpoints(app, deps, 'decisions', adminDecisionsApi, {
    list: ({ query, viewer }) =>
      orm.transaction(async (tx) => {
        const { rows, total } = await listObjections(tx, { viewer, ...query })
        const ids = rows.map(({ id }) => id)
        const messages = await findMessages(deps, tx, viewer, ids)
        return {
          rows: rows.map((row) => ({
            ...row,
            messages: messages
              .filter(({ decision_id }) => decision_id === row.id)
              .map(({ text, created_at }) => ({ text, created_at: created_at.toISOString() })),
          })),
          total,
        }
      }),

    year: ({ query: { year } }) =>
      countYear(database, {
        from: instantOfDay(`${year}-01-01`, config.timeZone),
        until: instantOfDay(`${year + 1}-01-01`, config.timeZone),
      }),

    answer: ({ body: { id, outcome, text }, viewer }) =>
      orm.transaction(async (tx) => {
        const decision = await lockObjection(tx, id)
        if (!decision) throw new AppError('not_found')
        if (decision.handled_at) throw new AppError('conflict')
        if (decision.decided_by === viewer.id && (await hasOtherModerator(tx, viewer.id))) {
          throw new AppError('forbidden')
        }
        const now = clock()
        await answerObjection(tx, id, {
          handled_at: now,
          handled_by: viewer.id,
          outcome,
          answer: text,
        })
        const after = { outcome, text: CHANGED }
        await recordAct(
          tx,
          viewer,
          { subject: 'objection', subject_id: id, verb: 'answer', after },
          now,
        )
        const user = decision.user_id ? await findUser(tx, decision.user_id) : null
        if (user?.email && user.email_confirmed_at) {
          const { firstname, email, lang } = user
          const { kind } = decision
          const url = config.publicUrl
          const content = objectionAnswered({ firstname, kind, outcome, answer: text, url })
          await mails.enqueue(tx, { to: email, lang, content })
        }
        return null
      }),
  })
}
