import { configDefaults, defineConfig } from 'vitest/config'
import { threadFiles } from './app/server/thread-files.ts'
import { texts } from './app/vite/texts.ts'
import manifest from './package.json' with { type: 'json' }

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** What only a database server can do (be restarted, be reached by two processes) is tested on one. */
const onlyOnPostgres = ['**/*.postgres.test.ts']
/** It makes data folders with embedded databases. */
const onlyEmbedded = ['app/server/start.test.ts']

const everywhere = [
  'features/*/*.test.ts',
  'features/*/server/**/*.test.ts',
  'platform/{server,shared}/**/*.test.ts',
  'app/{server,vite}/**/*.test.ts',
  'commands/**/*.test.ts',
  'scripts/**/*.test.ts',
]
/**
 * In CI PostgreSQL answers everything, and the embedded database this as well: what knows of either, and the main
 * calls of what people do most.
 */
const embeddedAsWell = [
  'app/server/*.test.ts',
  'app/server/demo/*.test.ts',
  'commands/**/*.test.ts',
  'features/accounts/server/accounts.test.ts',
  'features/events/server/events.test.ts',
  'features/household/server/household.test.ts',
  'features/imports/server/imports.routes.test.ts',
  'features/items/server/catalogue.test.ts',
  'features/letterboxes/server/*.test.ts',
  'features/letterboxes/server/index/*.test.ts',
  'features/notifications/server/notifications.test.ts',
  'features/orders/server/orders.test.ts',
  'features/overview/server/*.test.ts',
  'features/payments/server/payments.test.ts',
  'features/transactions/server/transactions.test.ts',
  'features/transactions/server/loans/loans.test.ts',
  'platform/server/{backup,db,jobs}/**/*.test.ts',
  'platform/server/http/watching/metrics.test.ts',
]

/** What `npm test` leaves to CI: scripts/related-tests.mjs. */
const leftToCi = process.env.TESTS_LEFT_TO_CI?.split(',').filter(Boolean) ?? []

export default defineConfig({
  test: {
    // By itself a runner leaves one core free, which on two cores is half of them.
    maxWorkers: '100%',
    // What is recorded in a file is written anew only when that is said (`--update`), not where it is missing.
    update: 'none',
    projects: [
      {
        plugins: [texts(), threadFiles(Object.keys(manifest.dependencies))],
        test: {
          name: 'server',
          include: process.env.EMBEDDED_AS_WELL ? embeddedAsWell : everywhere,
          exclude: [
            ...configDefaults.exclude,
            ...(onPostgres ? onlyEmbedded : onlyOnPostgres),
            ...leftToCi,
          ],
          environment: 'node',
          // Each file would load the whole application anew, which takes longer than its tests.
          isolate: false,
          // Databases come and go in memory: a heap that is cleared less often takes an eighth less time.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: ['app/server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      'app/web/vite.config.ts',
    ],
  },
})
