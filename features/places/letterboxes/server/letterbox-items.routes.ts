import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { letterboxItemsApi } from '../contract.items.ts'
import { listItemsOfLetterbox } from './letterbox-items.queries.ts'
import { isLetterboxVisible } from './letterboxes.queries.ts'

/** Lists what one letterbox lends, under `/items`. */
export function addLetterboxItemRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'items', letterboxItemsApi, {
    async byLetterbox({ query, viewer }) {
      if (!(await isLetterboxVisible(orm, query.letterboxId, viewer))) {
        throw new AppError('not_found')
      }
      return listItemsOfLetterbox(orm, query.letterboxId)
    },
  })
}
