import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { texts } from '../vite/texts.ts'
import { addServiceWorker } from './vite/add-service-worker.ts'
import { completeLicences, LICENCES_FILE } from './vite/complete-licences.ts'
import { compressFiles } from './vite/compress-files.ts'
import { findStreetEngine } from './vite/find-street-engine.ts'
import { leanFonts } from './vite/lean-fonts.ts'
import { preloadFonts } from './vite/preload-fonts.ts'
import { showShellFirst } from './vite/show-shell-first.ts'

const apiUrl = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

const inServiceWorker = new Set<string>()

/** Since version 25 Node has its own web storage, which would hide jsdom's; version 20 does not know this option. */
const NO_STORAGE_OF_NODE = '--no-experimental-webstorage'

export default defineConfig({
  plugins: [
    react(),
    texts(),
    findStreetEngine(),
    leanFonts(),
    preloadFonts(),
    showShellFirst(),
    addServiceWorker(inServiceWorker),
    completeLicences(inServiceWorker),
    compressFiles(),
  ],
  server: {
    // Features and platform are outside of this folder.
    fs: { allow: ['../..'] },
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: Object.fromEntries(
      [
        '/api/',
        '/img/',
        '/dev/',
        '/basemap/streets',
        '/calendar/',
        '/help/',
        '/healthz',
        '/readyz',
        '/manifest.webmanifest',
      ].map((path) => [path, apiUrl]),
    ),
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Licences of bundled packages, linked from the about page.
    license: { fileName: LICENCES_FILE },
    // All browsers that can run the app support module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // These files only re-export: importing one name must not load the others.
      treeshake: { moduleSideEffects: [{ test: /[\\/]door\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Single files are listed where a whole folder would be too large. With folders alone the start page loads
          // 189 to 304 kB of JavaScript (gzip) instead of 181; without groups it is 190 kB, in 65 files instead of 15.
          groups: [
            // Code that runs before React, in a file of its own: see first-screen.ts.
            {
              name: 'first',
              test: /[\\/](web[\\/](start[\\/]login-link|first-screen)|platform[\\/]shared[\\/]paths)\.ts|vite\/preload-helper/,
            },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|@tanstack|clsx)[\\/]/,
            },
            // Separate, so that screens without a map never load it; without parts that only one map needs.
            {
              name: 'leaflet',
              // The main map has no pop-ups, unlike other maps, and needs lines and circles only after user actions.
              test: /node_modules[\\/]leaflet(?![\\/]src[\\/](layer[\\/](Popup|DivOverlay|vector)|geometry[\\/](LineUtil|PolyUtil)))|[\\/]map[\\/]web[\\/]engine[\\/](leaflet|crowding[\\/]marker-clusters)\.ts/,
              minShareCount: 2,
            },
            // Code that many screens need, in one file instead of dozens. Excludes code that only back office screens
            // share, and parts of forms and dialogs, which depend on Mantine.
            {
              name: 'shared',
              test: /[\\/](app[\\/]web[\\/]layout|features([\\/][\w-]+)+[\\/]web[\\/](data[\\/](?!accounts\.ts|known-|loans|may\.ts|notifications|privacy|transaction)|sticker-image)|platform[\\/]web[\\/](start(?![\\/]theme\.)|data[\\/](?!offered-draft|request-id|draft|likely-country)|ui[\\/](?!back-office|artwork[\\/](artwork|letterbox-marker-image)|words[\\/](date-in-words|distance|error-text|money)|forms|feedback[\\/](notice|load-failure|toast)|icon\.tsx|chip|fold|save-file|mantine|letterbox-row|back-to-profile|seal-page\.tsx|offered-draft|dialogs)))/,
              minShareCount: 8,
            },
            // Code for logged-in users that the map does not need.
            {
              name: 'inside',
              test: /[\\/]web[\\/](data[\\/](known-|notifications|privacy|draft|transactions)|ui[\\/](forms[\\/](choice-field|form\.module)|feedback[\\/](notice|load-failure)|letterbox-row|back-to-profile|seal-page\.tsx)|with-user)/,
              minShareCount: 2,
            },
            // Code that the map shares with other screens, without any dependency on Leaflet.
            {
              name: 'lending',
              test: /[\\/]web[\\/](data[\\/](sticker-query|pending-borrow|map-state|map-url|map-links|tiles|items|letterbox-kind|letterboxes|borrowing|map)\.ts|engine[\\/](mercator|map-limits)\.ts|ui[\\/](artwork[\\/](artwork|logo|brand-mark)|words[\\/]date-in-words|use-escape|count-badge)\.|use-locate|item-search|use-item-search|searched-grid|sticker-grid)|[\\/]features([\\/][\w-]+)+[\\/](borrowing|letterbox-kinds|news-feed)\.ts|[\\/]house-number\.ts|[\\/]layout[\\/]shell-end\.|[\\/]use-media-query[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    environment: 'happy-dom',
    execArgv: process.allowedNodeEnvironmentFlags.has(NO_STORAGE_OF_NODE)
      ? [NO_STORAGE_OF_NODE]
      : [],
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    server: { deps: { inline: ['protomaps-leaflet'] } },
    css: false,
    testTimeout: 60_000,
  },
})
