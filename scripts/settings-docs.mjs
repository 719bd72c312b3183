// @ts-check
// `npm run settings-docs`: generates docs/settings.md and .env.example from the schemas of the settings.
import { ensureInstalled, fail, runPackage } from './project.mjs'

try {
  await ensureInstalled()
  const test = 'scripts/settings-documents.test.ts'
  await runPackage('vitest/vitest.mjs', ['run', '--update', '--project', 'server', test])
} catch (error) {
  fail(error)
}
