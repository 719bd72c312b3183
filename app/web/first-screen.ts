import { isMapScreen, pathOfHash } from '#platform/shared/paths.ts'

export const loadMapPage = () => import('./pages/map/map-page.tsx')

/**
 * Requests the map's code before React runs, which takes half a second on a slow phone without network activity. So
 * this is a file of its own that runs before React's (`app/web/vite.config.ts`) and imports nothing that needs React.
 * If the request fails, the router retries and reports it.
 */
const isOldAddress = pathOfHash(window.location.hash) !== null
if (isMapScreen(window.location.pathname) && !isOldAddress) loadMapPage().catch(() => undefined)
