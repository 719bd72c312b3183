// @ts-check
// `npm run move-to-postgres -- <url>`: from the embedded database to PostgreSQL.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, ROOT, run } from './project.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  await run(process.execPath, [
    join(ROOT, 'server', 'dist', 'move-to-postgres.js'),
    ...process.argv.slice(2),
  ])
} catch (error) {
  fail(error)
}
