import { itemsApi } from '@letterlend/contract/items.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendCached } from '../../http/cached-answer.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { isLetterboxVisible } from '../letterboxes/letterboxes.queries.ts'
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
