import { bannerApi } from '@letterlend/contract/banner.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { saveBanner } from './banner.queries.ts'

export function addBannerRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(app, deps, 'banner', bannerApi, {
    async update({ body }) {
      await deps.database.orm.transaction((tx) => saveBanner(tx, body))
      await deps.banner.reload()
      return body
    },
  })
}
