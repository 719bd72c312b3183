import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Sources of protomaps-leaflet: they are shipped, but `exports` hides them. See features/places/map/web/engine/streets/engine.ts. */
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
