import { configDefaults, defineConfig } from 'vitest/config'
import server from './server/package.json' with { type: 'json' }
import { threadFiles } from './server/thread-files.ts'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** What only a database server can do (be restarted, be reached by two processes) is tested on one. */
const onlyOnPostgres = ['server/**/*.postgres.test.ts']
/** What asks no database, or draws for seconds what it was told, is the same on any. */
const onlyEmbedded = [
  'contract/**/*.test.ts',
  'scripts/**/*.test.ts',
  'server/**/*.rules.test.ts',
  'server/features/orders/papers.test.ts',
  'server/features/sticker-sheet/*.test.ts',
  'server/start.test.ts',
  'server/street-map/*.test.ts',
]

export default defineConfig({
  test: {
    // By itself a runner leaves one core free, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [threadFiles(Object.keys(server.dependencies))],
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(onPostgres ? onlyEmbedded : onlyOnPostgres)],
          environment: 'node',
          // Each file would load the whole application anew, which takes longer than its tests.
          isolate: false,
          // Databases come and go in memory: a heap that is cleared less often takes an eighth less time.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      'web/vite.config.ts',
    ],
  },
})
