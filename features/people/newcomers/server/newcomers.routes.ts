import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { newcomersApi } from '../contract.admin.ts'
import { decline, letIn } from './deciding.ts'
import { isForReader, listNewcomers } from './newcomers.queries.ts'

export function addNewcomerRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'newcomers', newcomersApi, {
    list: ({ query, viewer }) => listNewcomers(orm, deps, viewer, query),

    async letIn({ body, viewer }) {
      await orm.transaction(async (tx) => {
        const isTheirs = await isForReader(tx, deps, viewer, body.id)
        if (!isTheirs) throw new AppError('already_answered')
        await letIn(tx, deps, body.id, viewer)
      })
      return null
    },

    async decline({ body, viewer }) {
      const letterbox = await orm.transaction((tx) => decline(tx, deps, body, viewer))
      if (letterbox) await deps.letterboxFeed.refresh([letterbox])
      return null
    },
  })
}
