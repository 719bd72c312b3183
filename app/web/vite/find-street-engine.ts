import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Finds sources of protomaps-leaflet that the package contains but does not export. See
 * features/places/map/web/engine/streets/engine.ts.
 */
export function findStreetEngine(): Plugin {
  const file = createRequire(import.meta.url).resolve('protomaps-leaflet/package.json')
  return {
    name: 'find-street-engine',
    config: () => ({
      resolve: {
        alias: [{ find: /^protomaps-leaflet\/src/, replacement: join(dirname(file), 'src') }],
      },
    }),
  }
}
