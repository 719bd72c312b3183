import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { threadFiles } from './app/server/thread-files.ts'
import { texts } from './app/vite/texts.ts'
import manifest from './package.json' with { type: 'json' }
import { EMBEDDED_AS_WELL } from './scripts/test-lists.mjs'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** What only a database server can do (be restarted, be reached by two processes) is tested on one. */
const onlyOnPostgres = ['**/*.postgres.test.ts']
/** It makes data folders with embedded databases. */
const onlyEmbedded = ['app/server/start.test.ts']

const everywhere = [
  'features/**/*.test.ts',
  'platform/{server,shared}/**/*.test.ts',
  'app/{server,vite}/**/*.test.ts',
  'commands/**/*.test.ts',
  'scripts/**/*.test.ts',
]
/** Of a list with files and folders: a folder stands for all tests in it. */
const patternsOf = (places: readonly string[]) =>
  places.map((place) => (place.endsWith('/') ? `${place}**/*.test.ts` : place))

const isAmong = (file: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** What `npm test` leaves to CI: scripts/test-lists.mjs. */
const leftToCi = process.env.TESTS_LEFT_TO_CI?.split(',').filter(Boolean) ?? []

/**
 * Tests that put something in the place of a module of ours, or of the one with all fields, or load modules once more.
 * Each gets modules of its own: in a process with others it would meet modules that were loaded before, and leave its
 * own to those that come after. The plugin for clusters, for one, is not found by a Leaflet that was loaded once more.
 */
const mocking = (side: 'web' | 'server') =>
  ['features', 'platform', 'app']
    .flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => new RegExp(`/${side}/.*\\.test\\.tsx?$`).test(file))
    .filter((file) =>
      /\bvi\.(mock\('([#.]|@mantine\/core)|resetModules\()/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    )
const [mockingWeb, mockingServer] = [mocking('web'), mocking('server')]

/** Each thread would load their files one by one, which takes longer than to read what most tests give it. */
const BUNDLED_IN_THREADS = ['fast-xml-parser', 'zod']
const leftOutside = Object.keys(manifest.dependencies).filter(
  (name) => !BUNDLED_IN_THREADS.includes(name),
)

const serverPlugins = () => [texts(), threadFiles(leftOutside)]
const serverTests = {
  environment: 'node' as const,
  // Databases come and go in memory: a heap that is cleared less often takes an eighth less time.
  execArgv: ['--max-semi-space-size=64'],
  globalSetup: ['app/server/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // By itself a runner leaves one core free, which on two cores is half of them.
    maxWorkers: '100%',
    // What is recorded in a file is written anew only when that is said (`--update`), not where it is missing.
    update: 'none',
    projects: [
      {
        plugins: serverPlugins(),
        test: {
          ...serverTests,
          name: 'server',
          include: process.env.EMBEDDED_AS_WELL ? patternsOf(EMBEDDED_AS_WELL) : everywhere,
          exclude: [
            ...configDefaults.exclude,
            '**/web/**',
            ...(onPostgres ? onlyEmbedded : onlyOnPostgres),
            ...leftToCi,
            ...mockingServer,
          ],
          // Each file would load the whole application anew, which takes longer than its tests.
          isolate: false,
        },
      },
      {
        plugins: serverPlugins(),
        test: {
          ...serverTests,
          name: 'server-mocking',
          include: process.env.EMBEDDED_AS_WELL
            ? mockingServer.filter((file) => isAmong(file, EMBEDDED_AS_WELL))
            : mockingServer,
          exclude: [...configDefaults.exclude, ...leftToCi],
          isolate: true,
        },
      },
      {
        extends: './app/web/vite.config.ts',
        test: {
          name: 'web',
          include: ['{features,platform,app}/**/web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...mockingWeb],
          isolate: false,
        },
      },
      {
        extends: './app/web/vite.config.ts',
        test: { name: 'web-mocking', include: mockingWeb, isolate: true },
      },
    ],
  },
})
