import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { answersTo } from '#platform/server/questions.ts'
import { itemsApi } from '../contract.ts'
import { CACHED_ITEMS, listItems } from './items.queries.ts'
import { ITEM_USE } from './questions.ts'

export function addItemRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  const uses = answersTo(deps, ITEM_USE)
  registerEndpoints(
    app,
    deps,
    'items',
    itemsApi,
    { list: () => listItems(orm, uses) },
    {},
    { list: deps.announcedCaches.create(CACHED_ITEMS, 'public, max-age=60') },
  )
}
