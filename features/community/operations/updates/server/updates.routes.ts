import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { updatesApi } from '../contract.admin.ts'
import { readUpdate } from './update-file.ts'

export function addUpdateRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(app, deps, 'updates', updatesApi, {
    // Not cached: the file is small, and only administrators load it, once per page.
    show: () => readUpdate(deps.config.updateFile),
  })
}
