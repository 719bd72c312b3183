// @ts-check
// `npm start`: installs what is missing, builds what is stale, starts the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, ROOT, say } from './project.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  fail(error)
}

say('Starting ...')
const server = spawn(
  process.execPath,
  ['--enable-source-maps', join(ROOT, 'server', 'dist', 'main.js')],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  // The terminal sends Ctrl+C to both; a signal sent to this process alone has to be passed on.
  process.on(signal, () => {
    if (signal === 'SIGTERM') server.kill(signal)
  })
}
server.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
