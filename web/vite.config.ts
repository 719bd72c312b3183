import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { addServiceWorker } from './vite/add-service-worker.ts'
import { compressFiles } from './vite/compress-files.ts'
import { preloadFonts } from './vite/preload-fonts.ts'
import { showShellFirst } from './vite/show-shell-first.ts'

const apiUrl = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

/** The package's entry for browsers is its development build; the other one is not exported. */
const routerForProduction = `${import.meta.dirname}/../node_modules/react-router/dist/production/index.mjs`

export default defineConfig(({ command }) => ({
  plugins: [react(), preloadFonts(), showShellFirst(), addServiceWorker(), compressFiles()],
  resolve: {
    alias:
      command === 'build' ? [{ find: /^react-router$/, replacement: routerForProduction }] : [],
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: Object.fromEntries(
      ['/api/', '/img/', '/dev/', '/healthz', '/readyz', '/manifest.webmanifest'].map((path) => [
        path,
        apiUrl,
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser that runs the app preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|@tanstack|clsx)[\\/]|vite\/preload-helper/,
            },
            // By itself, so that screens without a map never load it; not what one map alone needs.
            { name: 'leaflet', test: /node_modules[\\/]leaflet/, minShareCount: 2 },
            // Not the parts of forms and dialogs: the start screen has neither, and they are heavy.
            {
              name: 'ui',
              test: /[\\/]web[\\/](ui[\\/](?!mantine|form-fields|use-schema-form|postal-fields|name-fields|country-select|dialog|confirm-dialog|with-user|with-ready-user|back-to-profile|seal-page)|app[\\/]layout)|[\\/]contract[\\/]paths\.ts/,
              minShareCount: 8,
            },
            // What the map screen shares with some others, in one file instead of a dozen small ones;
            // nothing that would bring Leaflet along.
            {
              name: 'lending',
              test: /[\\/]web[\\/](data[\\/](sticker-query|pending-borrow|map-state|map-url|items|letterbox-kind|letterboxes|borrowing)\.ts|features[\\/](map[\\/]use-locate|items[\\/](item-search|use-item-search|searched-grid|sticker-grid)))|[\\/]contract[\\/]borrowing\.ts/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    name: 'web',
    environment: 'happy-dom',
    isolate: false,
    setupFiles: ['./vitest.setup.ts'],
    include: ['**/*.test.{ts,tsx}'],
    css: false,
    testTimeout: 60_000,
  },
}))
