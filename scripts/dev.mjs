// @ts-check
// `npm run dev`: restarts the server and reloads the page when a source changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, fail, ROOT, say } from './project.mjs'

await ensureInstalled().catch(fail)

const PAGE = 'http://localhost:5173'
const API_PORT = process.env.PORT ?? '3001'
const bin = (/** @type {string} */ file) => join(ROOT, 'node_modules', ...file.split('/'))
const bundle = [
  bin('vite/bin/vite.js'),
  'build',
  'app/server',
  '--config',
  'app/server/vite.config.ts',
  '--emptyOutDir',
  '--watch',
]
const page = [bin('vite/bin/vite.js'), 'app/web', '--config', 'app/web/vite.config.ts']
const server = ['--watch', '--enable-source-maps', join(ROOT, 'dist', 'server', 'main.js')]

say(`The page with hot reload: ${PAGE} (calls go to port ${API_PORT})`)
/** @param {string[]} args */
const launch = (args) =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      PUBLIC_URL: PAGE,
      ...process.env,
      PORT: API_PORT,
      API_URL: `http://localhost:${API_PORT}`,
    },
  })

const builder = launch(bundle)
// The bundle has to exist before it can be watched.
const first = spawn(process.execPath, bundle.slice(0, -1), { cwd: ROOT, stdio: 'ignore' })
first.on('close', () => {
  const children = [builder, launch(server), launch(page)]
  process.on('SIGTERM', () => {
    for (const child of children) child.kill()
  })
})
