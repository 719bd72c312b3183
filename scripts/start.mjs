// @ts-check
// `npm start`: installs and builds what is missing or outdated, then starts the server in this process, so that no
// signal has to be passed on.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endCommands, ensureBuilt, ensureInstalled, fail, ROOT, say } from './project.mjs'

const LOOK_EVERY_MS = 250
const parent = process.ppid

/** True if the parent process is gone. Covers systems that assign a new parent and those that do not. */
function isLeftBehind() {
  if (process.ppid !== parent) return true
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return Object(error).code === 'ESRCH'
  }
}

// npm passes a signal to its shell, which ends without passing it on.
if (process.env.npm_lifecycle_event) {
  const looking = setInterval(() => {
    if (!isLeftBehind()) return
    clearInterval(looking)
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
  }, LOOK_EVERY_MS)
  looking.unref()
}

let isStopping = false
/** Until the server handles signals itself. */
const stop = () => {
  isStopping = true
  void endCommands().then(() => process.exit(1))
}
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])
for (const signal of SIGNALS) process.on(signal, stop)
try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  // An interrupted step has failed as expected, so print nothing.
  if (!isStopping) fail(error)
  await new Promise(() => {})
}
for (const signal of SIGNALS) process.off(signal, stop)

say('Starting ...')
process.chdir(ROOT)
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href)
