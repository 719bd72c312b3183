// @ts-check
// `npm run bench`: performance of the map; bench/README.md says what is measured.
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { findPostgres } from './postgres.mjs'
import {
  CommandError,
  ensureBuilt,
  ensureInstalled,
  fail,
  ROOT,
  runPackage,
  say,
} from './project.mjs'
import { runWithin } from './run-within.mjs'

/**
 * Benchmarks that only run on request, with their timeouts in minutes: several times their usual duration.
 * @type {Record<string, number>}
 */
const MINUTES = {
  calls: 30,
  crowd: 15,
  scaling: 60,
  'write-site': 5,
}
/** Timeout of the whole table, whose steps have timeouts of their own. */
const ALL_MINUTES = 40

try {
  await ensureInstalled()
  await ensureBuilt()
  await runPackage('vite/bin/vite.js', [
    'build',
    'bench',
    '--config',
    join('bench', 'vite.config.ts'),
    '--logLevel',
    'warn',
  ])
  const options = process.argv.slice(2)
  const isShort = options.includes('--short')
  const browser = isShort ? undefined : await findBrowser()
  const postgres = isShort ? null : await findPostgres()
  if (!postgres && !isShort) say('No PostgreSQL found: measuring without the database.')
  const other = Object.keys(MINUTES).find((name) => options.includes(`--${name}`))
  const file = `${other ?? 'bench'}.js`
  const bundle = join(ROOT, 'node_modules', '.cache', 'letterlend-bench', file)
  try {
    await runWithin(
      60 * (MINUTES[other ?? ''] ?? ALL_MINUTES),
      process.execPath,
      [bundle, ...options],
      {
        BENCH_SERVER: join(ROOT, 'dist', 'server', 'main.js'),
        BENCH_DATABASE_URL: postgres?.url,
        BENCH_BROWSER: browser && JSON.stringify(browser),
      },
    )
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    say(`${other ?? 'bench'}: ${error.message}`)
    process.exitCode = error.exitCode
  } finally {
    await postgres?.stop()
  }
} catch (error) {
  fail(error)
}
