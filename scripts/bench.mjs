// @ts-check
// `npm run bench`: how fast the map answers; bench/README.md says what is measured.
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { findPostgres } from './postgres.mjs'
import {
  CommandError,
  ensureBuilt,
  ensureInstalled,
  fail,
  ROOT,
  run,
  runPackage,
  say,
} from './project.mjs'

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
  const other = [
    'crowd',
    'overload',
    'orders',
    'streams',
    'streets',
    'back-office',
    'fail-over',
    'scaling',
    'update',
  ].find((name) => options.includes(`--${name}`))
  const file = `${other ?? 'bench'}.js`
  const bundle = join(ROOT, 'server', 'node_modules', '.cache', 'letterlend-bench', file)
  try {
    await run(process.execPath, [bundle, ...options], {
      env: {
        BENCH_SERVER: join(ROOT, 'server', 'dist', 'main.js'),
        BENCH_DATABASE_URL: postgres?.url,
        BENCH_FAIL_OVER_PAGE: join(ROOT, 'docs', 'fail-over.md'),
        BENCH_BROWSER: browser && JSON.stringify(browser),
      },
    })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    process.exitCode = error.exitCode
  } finally {
    await postgres?.stop()
  }
} catch (error) {
  fail(error)
}
