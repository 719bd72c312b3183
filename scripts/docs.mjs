// @ts-check
// `npm run docs`: builds the documentation into dist/help, which the app serves at /help/. With `-- --dev` it starts a
// server with hot reload.
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, fail, runPackage } from './project.mjs'

try {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  await ensureInstalled()
  if (values.dev) await runPackage('vitepress/bin/vitepress.js', ['dev', 'docs'])
  else await ensureBuilt(['help'])
} catch (error) {
  fail(error)
}
