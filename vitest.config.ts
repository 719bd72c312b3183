import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { threadFiles } from './app/server/thread-files.ts'
import { texts } from './app/vite/texts.ts'
import manifest from './package.json' with { type: 'json' }
import { EMBEDDED_AS_WELL } from './scripts/test-lists.mjs'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** Tests of what only a database server can do (be restarted, be used by two processes). */
const onlyOnPostgres = ['**/*.postgres.test.ts']
/** Creates data folders with embedded databases. */
const onlyEmbedded = ['app/server/start.test.ts']

const everywhere = [
  'features/**/*.test.ts',
  'platform/{server,shared}/**/*.test.ts',
  'app/{server,vite}/**/*.test.ts',
  'commands/**/*.test.ts',
  'scripts/**/*.test.ts',
]
/** Expands a list of files and folders: a folder stands for all tests in it. */
const patternsOf = (places: readonly string[]) =>
  places.map((place) => (place.endsWith('/') ? `${place}**/*.test.ts` : place))

const isAmong = (file: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** Tests that `npm test` leaves to CI: scripts/test-lists.mjs. */
const leftToCi = process.env.TESTS_LEFT_TO_CI?.split(',').filter(Boolean) ?? []

/**
 * Tests that replace a module of ours, of Node or the one with all fields, or load modules again. Each file gets its own
 * modules: in a shared process it would find modules that were loaded earlier, and leave its own to later tests. For
 * example, a Leaflet that is loaded again does not find the cluster plugin.
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
      /\bvi\.(mock\('([#.]|@mantine\/core|node:)|resetModules\()/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    )
const [mockingWeb, mockingServer] = [mocking('web'), mocking('server')]

/** Each thread would load the shared files one by one, which takes longer than most tests. */
const BUNDLED_IN_THREADS = ['fast-xml-parser', 'zod']
const leftOutside = Object.keys(manifest.dependencies).filter(
  (name) => !BUNDLED_IN_THREADS.includes(name),
)

const serverPlugins = () => [texts(), threadFiles(leftOutside)]
const serverTests = {
  environment: 'node' as const,
  // Databases come and go in memory: collecting the heap less often saves an eighth of the time.
  execArgv: ['--max-semi-space-size=64'],
  globalSetup: ['app/server/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // By default the runner leaves one core free, which is half of two cores.
    maxWorkers: '100%',
    // Recorded files are only rewritten with `--update`, not if they are missing.
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
          // Otherwise each file would load the whole application again, which takes longer than its tests.
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
