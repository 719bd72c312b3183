import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { addManifestRoute } from './manifest.routes.ts'
import { addPageRoutes, addPreviewRoutes } from './pages.routes.ts'
import { addWellKnownRoutes } from './well-known.routes.ts'

export const pages: Feature = {
  name: 'pages',
  routes: addPreviewRoutes,
}

/** The web app itself. It is not counted as a feature: it handles every address that no feature does. */
export function addPages(app: FastifyInstance, deps: Deps): void {
  addManifestRoute(app, deps)
  addWellKnownRoutes(app, deps)
  addPageRoutes(app, deps)
}
