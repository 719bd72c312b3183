import type { FastifyInstance } from 'fastify'
import { isLetterboxVisible } from '#features/letterboxes/server/letterboxes.queries.ts'
import type { Deps } from '#platform/server/deps.ts'
import { sendCached } from '#platform/server/http/cached-answer.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { itemsApi } from '../contract.ts'
import { listItems, listItemsOfLetterbox } from './items.queries.ts'

export function addItemRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'items', itemsApi, {
    async list({ request, reply }) {
      return sendCached(request, reply, await listItems(orm), 'public, max-age=60')
    },
    async byLetterbox({ query, viewer }) {
      if (!(await isLetterboxVisible(orm, query.letterboxId, viewer))) {
        throw new AppError('not_found')
      }
      return listItemsOfLetterbox(orm, query.letterboxId)
    },
  })
}
