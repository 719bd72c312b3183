import type { Feature } from '#platform/server/feature.ts'
import type { LiveSource } from './event-hub.ts'
import { addEventRoutes } from './events.routes.ts'

/** The live events of open pages; `source` loads their content. */
export function live(source: LiveSource): Feature {
  return {
    name: 'events',
    routes: (app, deps) => addEventRoutes(app, deps, source),
  }
}
