import { isMapScreen, pathOfHash } from '#platform/shared/paths.ts'

export const loadMapPage = () => import('./pages/map/map-page.tsx')

/**
 * The code of the map is asked for before React is run: on a slow phone that takes half a second, in which nothing else
 * would be sent. So this is in a file of its own that is run before React's (`app/web/vite.config.ts`), and imports
 * nothing that needs React. Where the code does not come, the router asks once more, and says so.
 */
const isOldAddress = pathOfHash(window.location.hash) !== null
if (isMapScreen(window.location.pathname) && !isOldAddress) loadMapPage().catch(() => undefined)
