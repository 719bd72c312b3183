// @ts-check
// `npm run migration -- --name what_changes`: the next migration, of what the tables need that none has yet, as `npm run check`
// wants it: the generator writes its files in a format of its own.
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
