// @ts-check
// `npm run import -- letterboxes.csv`: a community's own letterboxes from a CSV file.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, ROOT } from './project.mjs'

try {
  await ensureInstalled()
  await ensureBuilt(['server'])
} catch (error) {
  fail(error)
}

const entry = join(ROOT, 'server', 'dist', 'import.js')
const command = spawn(process.execPath, ['--enable-source-maps', entry, ...process.argv.slice(2)], {
  // A file is named from where the command was typed; settings and data belong to the project.
  cwd: ROOT,
  env: { ...process.env, IMPORT_FROM: process.env.INIT_CWD ?? process.cwd() },
  stdio: 'inherit',
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  // The terminal sends Ctrl+C to both; a signal sent to this process alone has to be passed on.
  process.on(signal, () => {
    if (signal === 'SIGTERM') command.kill(signal)
  })
}
command.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
