// @ts-check
// `npm start`: installs what is missing, builds what is stale, starts the server, in this very process:
// a signal has nobody to be passed on to.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endCommands, ensureBuilt, ensureInstalled, fail, ROOT, say } from './project.mjs'

const LOOK_EVERY_MS = 250
const parent = process.ppid

/** Whether whoever started this is gone, on systems that name a new parent then and those that do not. */
function isLeftBehind() {
  if (process.ppid !== parent) return true
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return Object(error).code === 'ESRCH'
  }
}

// npm passes a signal on to its shell, which ends of it without telling anybody.
if (process.env.npm_lifecycle_event) {
  const looking = setInterval(() => {
    if (!isLeftBehind()) return
    clearInterval(looking)
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
  }, LOOK_EVERY_MS)
  looking.unref()
}

let isStopping = false
/** Until the server takes care of signals itself. */
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
  // What was ended has failed, which nobody has to be told.
  if (!isStopping) fail(error)
  await new Promise(() => {})
}
for (const signal of SIGNALS) process.off(signal, stop)

say('Starting ...')
process.chdir(ROOT)
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href)
