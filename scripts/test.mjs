// @ts-check
// `npm test` runs what guards a change, `npm run check` the same without the browser. CI runs two more:
// `--journeys` all other browser tests, `--postgres` the API tests on PostgreSQL and what starts servers for minutes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, ensureBuilt, ensureInstalled, fail, runPackage, say } from './project.mjs'

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
 * A test runner that writes a JSON report with a count of its own.
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
    // A runner can fail without a failed test: an unhandled error, or no test at all.
    count.failed += failed === 0 && (failure || passed === 0) ? 1 : failed
  } catch {
    count.failed++
    say(`FAILED  ${title}: no report`)
  }
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number } }} PlaywrightReport
 */

/** @param {string[]} projects @param {Record<string, string>} env */
function vitest(projects, env = {}) {
  const report = join(scratch, `vitest-${projects.join('-')}.json`)
  const unfinished = join(scratch, 'unfinished.json')
  const reporters = ['dot', 'json', './scripts/unfinished-reporter.mjs']
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...reporters.map((name) => `--reporter=${name}`),
  ]
  /** @param {string} to @param {string[]} files */
  const run = (to, files = []) =>
    runPackage('vitest/vitest.mjs', [...args, `--outputFile.json=${to}`, ...files], {
      env: { ...env, UNFINISHED_FILES: unfinished },
    })
  /** @type {VitestReport[]} */
  const again = []
  return suite(
    env.TEST_DATABASE_URL ? 'API tests on PostgreSQL' : 'Unit and API tests',
    report,
    () =>
      run(report).catch(async (failure) => {
        /** @type {string[]} */
        const files = JSON.parse(readFileSync(unfinished, 'utf8'))
        if (files.length === 0) throw failure
        say(`A process of the test runner died; once more: ${files.join(', ')}`)
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

/** @param {string} title @param {string[]} args @param {Record<string, string>} env */
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
      if (stats.flaky > 0) say(`${stats.flaky} passed only at the second try: see "flaky" above`)
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    },
  )
}

const checkFormat = () =>
  check('format and lint', () =>
    runPackage('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.'], { quiet: true }),
  )

/** @param {string} part tsconfig.<part>.json says which */
const checkTypes = (part) =>
  check(`types of ${part === 'tools' ? 'scripts, e2e and bench' : part}`, () =>
    // Several checkers each infer the same schemas anew: twice the work, where there are two cores.
    runPackage('typescript/bin/tsc', ['-p', `tsconfig.${part}.json`, '--singleThreaded'], {
      quiet: true,
    }),
  )

/** One after the other in each of two rows, as each of them keeps one core busy. */
async function staticChecks() {
  say('# Format, lint, types')
  const rows = [
    [checkFormat, () => checkTypes('shared'), () => checkTypes('web')],
    [() => checkTypes('server'), () => checkTypes('tools')],
  ]
  await Promise.all(
    rows.map(async (steps) => {
      for (const step of steps) await step()
    }),
  )
}

async function postgres() {
  const { findPostgres } = await import('./postgres.mjs')
  const server = await findPostgres()
  if (!server) {
    if (process.env.CI)
      throw new CommandError(
        'CI needs a PostgreSQL: set TEST_DATABASE_URL or install the server.',
        1,
      )
    say('SKIPPED API tests on PostgreSQL: none found (set TEST_DATABASE_URL)')
    return
  }
  say(`PostgreSQL: ${server.source}`)
  try {
    const env = { TEST_DATABASE_URL: server.url }
    await vitest(['server'], env)
    await ensureBuilt()
    await browser(
      'Servers under all kinds of requests, several, and killed',
      ['--grep', '@servers'],
      env,
    )
  } finally {
    await server.stop()
  }
}

async function everything() {
  await staticChecks()
  await vitest(['server', 'web'])
  say('\n# Build')
  await check('build of web app and server', () => ensureBuilt())
  if (!options.has('--no-browser')) {
    await browser('Main journeys in the browser', [], { JOURNEYS: 'main' })
  }
}

async function otherJourneys() {
  await ensureBuilt()
  await browser('Other journeys in the browser', [], { JOURNEYS: 'others' })
}

try {
  await ensureInstalled()
  if (options.has('--postgres')) await postgres()
  else if (options.has('--journeys')) await otherJourneys()
  else await everything()
} catch (error) {
  fail(error)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
say(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
