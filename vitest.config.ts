import { configDefaults, defineConfig } from 'vitest/config'
import { threadFiles } from './app/server/thread-files.ts'
import { texts } from './app/vite/texts.ts'
import manifest from './package.json' with { type: 'json' }

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** What only a database server can do (be restarted, be reached by two processes) is tested on one. */
const onlyOnPostgres = ['**/*.postgres.test.ts']
/** What asks no database, or draws for seconds what it was told, is the same on any. */
const onlyEmbedded = [
  'features/*/*.test.ts',
  'platform/shared/**/*.test.ts',
  'scripts/**/*.test.ts',
  '**/*.rules.test.ts',
  'features/orders/server/papers.test.ts',
  'features/sticker-sheet/server/*.test.ts',
  'app/server/start.test.ts',
  'platform/server/street-map/*.test.ts',
]

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
          include: [
            'features/*/*.test.ts',
            'features/*/server/**/*.test.ts',
            'platform/{server,shared}/**/*.test.ts',
            'app/{server,vite}/**/*.test.ts',
            'commands/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...(onPostgres ? onlyEmbedded : onlyOnPostgres)],
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
