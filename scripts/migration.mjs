// @ts-check
// `npm run migration -- --name what_changes`: generates the next migration from the tables, and formats it as
// `npm run check` requires.
import { ensureInstalled, fail, runPackage } from './project.mjs'

const FOLDER = 'platform/server/db/migrations'

try {
  await ensureInstalled()
  await runPackage('drizzle-kit/bin.cjs', [
    'generate',
    '--config',
    'platform/server/db/drizzle.config.ts',
    ...process.argv.slice(2),
  ])
  await runPackage('@biomejs/biome/bin/biome', ['check', '--write', FOLDER])
} catch (error) {
  fail(error)
}
