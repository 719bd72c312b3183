import type { Feature } from '#platform/server/feature.ts'
import type { LiveSource } from './event-hub.ts'
import { addEventRoutes } from './events.routes.ts'

/** Events that reach open pages, as far as `source` tells them. */
export function live(source: LiveSource): Feature {
  return {
    name: 'events',
    routes: (app, deps) => addEventRoutes(app, deps, source),
  }
}
