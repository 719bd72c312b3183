// @ts-check
// `npm test` runs everything except slow tests, `npm run check` the same without the browser,
// `npm run check -- --changed` the tests of changed folders. CI leaves nothing out and adds two runs: `--journeys` (all
// other browser tests) and `--servers` (servers that run for minutes, and API tests on the embedded database).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nearestFirst } from './nearest-first.mjs'
import { findPostgres } from './postgres.mjs'
import {
  CommandError,
  ensureBuilt,
  ensureInstalled,
  fail,
  git,
  ROOT,
  runPackage,
  say,
} from './project.mjs'
import { READING_TESTS, SLOW_TESTS } from './test-lists.mjs'

const options = new Set(process.argv.slice(2))
const scratch = mkdtempSync(join(tmpdir(), 'letterlend-report-'))
const count = { passed: 0, failed: 0 }

/**
 * One step that passes or fails as a whole.
 * @param {string} title
 * @param {() => Promise<unknown>} step
 */
async function check(title, step) {
  const start = Date.now()
  say(`begins  ${title}`)
  try {
    await step()
    count.passed++
    say(`ok      ${title} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
  } catch (error) {
    count.failed++
    say(`FAILED  ${title}: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Runs a test runner that writes a JSON report with its own counts.
 * @template Report
 * @param {string} title
 * @param {string} report
 * @param {() => Promise<unknown>} runner
 * @param {(report: Report) => { passed: number, failed: number }} read
 */
async function suite(title, report, runner, read) {
  say(`\n# ${title}`)
  const failure = await runner().then(
    () => null,
    (/** @type {unknown} */ error) => error,
  )
  try {
    const { passed, failed } = read(JSON.parse(readFileSync(report, 'utf8')))
    count.passed += passed
    // A runner can fail without a failed test: because of an unhandled error, or because it found no test.
    count.failed += failed === 0 && (failure || passed === 0) ? 1 : failed
  } catch {
    count.failed++
    say(`FAILED  ${title}: no report`)
  }
}

/**
 * @typedef {{ status: string, assertionResults: unknown[] }} FileReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileReport[] }} VitestReport
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} PlaywrightReport
 */

/** Projects of vitest.config.ts. */
const SERVER_TESTS = ['server', 'server-mocking']
const UNIT_TESTS = [...SERVER_TESTS, 'web', 'web-mocking']

/**
 * @param {string} title
 * @param {string[]} projects
 * @param {Record<string, string | undefined>} env
 * @param {string[]} only these files or folders; empty: all of the projects
 */
function vitest(title, projects, env = {}, only = []) {
  const report = join(scratch, `vitest-${projects.join('-')}.json`)
  const unfinished = join(scratch, 'unfinished.json')
  const reporters = ['default', 'json', './scripts/unfinished-reporter.mjs']
  const args = [
    'run',
    // Hides the output of passing tests.
    '--silent=passed-only',
    // Prints one line per file, however slow its tests are.
    '--slowTestThreshold=600000',
    ...projects.flatMap((name) => ['--project', name]),
    ...reporters.map((name) => `--reporter=${name}`),
  ]
  /** @param {string} to @param {string[]} files */
  const run = (to, files) =>
    runPackage('vitest/vitest.mjs', [...args, `--outputFile.json=${to}`, ...files], {
      env: { ...env, UNFINISHED_FILES: unfinished },
    })
  /** @type {VitestReport[]} */
  const again = []
  return suite(
    title,
    report,
    () =>
      run(report, only).catch(async (failure) => {
        /** @type {string[]} */
        const files = JSON.parse(readFileSync(unfinished, 'utf8'))
        if (files.length === 0) throw failure
        say(`A process of the test runner died; running again: ${files.join(', ')}`)
        const second = join(scratch, 'vitest-again.json')
        await run(second, files)
        again.push(JSON.parse(readFileSync(second, 'utf8')))
      }),
    (/** @type {VitestReport} */ first) => {
      const reports = [first, ...again]
      const brokenFiles = reports.flatMap(({ testResults }) =>
        testResults.filter(
          ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
        ),
      ).length
      const total = (/** @type {'numPassedTests' | 'numFailedTests'} */ name) =>
        reports.reduce((sum, each) => sum + each[name], 0)
      return { passed: total('numPassedTests'), failed: total('numFailedTests') + brokenFiles }
    },
  )
}

/** @param {string} title @param {string[]} args @param {Record<string, string | undefined>} env */
function browser(title, args = [], env = {}) {
  const report = join(scratch, 'playwright.json')
  return suite(
    title,
    report,
    () =>
      runPackage(
        '@playwright/test/cli.js',
        ['test', '--config', 'e2e/playwright.config.ts', ...args],
        { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
      ),
    (/** @type {PlaywrightReport} */ { stats }) => {
      if (stats.flaky > 0) say(`${stats.flaky} passed only on retry: see "flaky" above`)
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    },
  )
}

/** Changed files that biome checks. @param {string} file */
const isFormatted = (file) => /\.(tsx?|[mc]?js|jsonc?|css)$/.test(file)

/** @param {string} title @param {string[]} files */
const checkFormat = (title, files) =>
  check(title, () =>
    runPackage(
      '@biomejs/biome/bin/biome',
      ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
      { quiet: true },
    ).catch((error) => {
      throw new CommandError(
        `${error.message}. To fix what can be fixed automatically: npm run format`,
        1,
      )
    }),
  )

/**
 * @param {string} part selects tsconfig.<part>.json
 * @param {string[]} changed files whose errors are printed first
 */
const checkTypes = (part, changed) =>
  check(`types of ${part === 'tools' ? 'scripts, e2e and bench' : part}`, () =>
    // Parallel checkers would each infer the same schemas: twice the work on two cores.
    runPackage('typescript/bin/tsc', ['-p', `tsconfig.${part}.json`, '--singleThreaded'], {
      quiet: true,
      arrange: (output) => nearestFirst(output, changed),
    }),
  )

/**
 * Two sequences in parallel, because each step keeps one core busy.
 * @param {string[]} changed files that are checked first
 */
async function staticChecks(changed = []) {
  say('# Format, lint, types')
  const edited = changed.filter((file) => isFormatted(file) && existsSync(join(ROOT, file)))
  if (edited.length > 0) await checkFormat('format and lint of what changed', edited)
  const rows = [
    [
      () => checkFormat('format and lint', ['.']),
      () => checkTypes('shared', changed),
      () => checkTypes('web', changed),
    ],
    [() => checkTypes('server', changed), () => checkTypes('tools', changed)],
  ]
  await Promise.all(
    rows.map(async (steps) => {
      for (const step of steps) await step()
    }),
  )
}

/** Runs `work` with a PostgreSQL, which is required in CI. */
async function withPostgres(/** @type {(url: string) => Promise<unknown>} */ work) {
  const server = await findPostgres({ forLong: true })
  if (!server) {
    throw new CommandError('No PostgreSQL found: set TEST_DATABASE_URL or install the server.', 1)
  }
  say(`PostgreSQL: ${server.source}`)
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}

const isCi = Boolean(process.env.CI)
// CI and logs get no escape codes; by default the runners treat CI as a terminal with colours.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1'

async function unitAndApiTests() {
  if (isCi) {
    const title = 'Unit and API tests, on PostgreSQL'
    await withPostgres((url) => vitest(title, UNIT_TESTS, { TEST_DATABASE_URL: url }))
    return
  }
  await vitest('Unit and API tests', UNIT_TESTS, { TESTS_LEFT_TO_CI: SLOW_TESTS.join(',') })
  say(
    `Left to CI: ${SLOW_TESTS.length} slow test files (CI=true npm test runs them, on PostgreSQL)`,
  )
}

/** @param {string} text */
const lines = (text) => text.split('\n').filter((line) => line !== '')

/** Files that differ from a commit, including new ones. @param {string} commit */
const changedSince = (commit) => [
  ...lines(git('diff', '--name-only', '--no-renames', commit)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
]

/**
 * The folder whose tests cover a file: a noun, a part of the platform, or a folder near the root.
 * @param {string} file
 */
const folderOf = (file) =>
  /^(features\/[^/]+\/[^/]+|platform\/[^/]+\/[^/]+|app\/[^/]+\/[^/]+|[^/]+)\//.exec(file)?.[0]

/** The tests in the changed folders, and those that read all files. */
async function changedOnly() {
  const changed = changedSince('HEAD')
  const edited = changed.length > 0 ? changed : changedSince('HEAD~1')
  await staticChecks(edited)
  const folders = new Set(edited.map(folderOf).filter((folder) => folder !== undefined))
  await vitest('Tests of the folders that changed', UNIT_TESTS, {}, [...READING_TESTS, ...folders])
}

async function everything() {
  await staticChecks()
  await unitAndApiTests()
  say('\n# Build')
  await check('build of web app, server and documentation', () => ensureBuilt())
  if (!options.has('--no-browser')) {
    await browser('Main journeys in the browser', [], { JOURNEYS: 'main' })
  }
}

/**
 * Runs the tests that depend on the embedded database and a smoke test of the rest; then servers with both databases.
 */
async function servers() {
  await vitest('API tests, embedded database', SERVER_TESTS, {
    TEST_DATABASE_URL: undefined,
    EMBEDDED_AS_WELL: 'yes',
  })
  await ensureBuilt()
  await withPostgres(async (url) => {
    const onPostgres = (/** @type {string} */ title, /** @type {string} */ tag) =>
      browser(title, ['--grep', tag], { TEST_DATABASE_URL: url })
    await onPostgres('Servers under all kinds of requests, several, and killed', '@servers')
    // Runs alone: it generates as many histories as two cores have time for.
    await onPostgres('Random histories of loans at a server that is killed', '@histories')
  })
}

async function otherJourneys() {
  await ensureBuilt()
  await browser('Other journeys in the browser', [], { JOURNEYS: 'others' })
}

try {
  await ensureInstalled()
  if (options.has('--servers')) await servers()
  else if (options.has('--journeys')) await otherJourneys()
  else if (options.has('--changed')) await changedOnly()
  else await everything()
} catch (error) {
  fail(error)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
say(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
