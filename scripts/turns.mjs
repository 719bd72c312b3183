// @ts-check
// Who installs and builds in a checkout, and who runs from it. As platform/server/db/data-dir-lock.ts, by an open
// socket, which the kernel closes when a process dies, however it dies; only Node itself is used, since
// this runs before anything is installed.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** @typedef {import('node:net').Server} Server */

const TURN = 'turn.sock'
const GUARD = 'taking-over'
const RUNNING = 'running'
/** Nobody listens: not there, left behind, or going in the moment that somebody knocks. */
const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET']
/** Whoever takes over needs milliseconds. */
const GUARD_STALE_MS = 5_000

/**
 * The kernel takes short names only (104 bytes on macOS, 108 on Linux): a socket is named from its folder.
 * @template T
 * @param {string} folder
 * @param {() => T} work that is done when it returns
 */
function within(folder, work) {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return work()
  } finally {
    process.chdir(before)
  }
}

/** @param {string} folder @param {string} name */
function addressOf(folder, name) {
  if (process.platform !== 'win32') return name
  const hash = createHash('sha256')
    .update(join(realpathSync(folder), name))
    .digest('hex')
  return `\\\\.\\pipe\\letterlend-${hash.slice(0, 16)}`
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<{ server: Server, leave: () => void }>}
 */
function listen(folder, name) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} whoever waits is told by the end of the connection */
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket.unref())
      socket.on('error', () => {}).once('close', () => waiting.delete(socket))
    })
    const leave = () => {
      within(folder, () => server.close())
      for (const socket of waiting) socket.destroy()
    }
    server.once('error', reject)
    const ready = () => resolve({ server: server.unref(), leave })
    within(folder, () => server.listen(addressOf(folder, name), ready))
  })
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<import('node:net').Socket | null>} null where nobody holds it
 */
function reach(folder, name) {
  return new Promise((resolve, reject) => {
    const socket = within(folder, () => connect(addressOf(folder, name)))
    socket.once('connect', () => resolve(socket))
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (NOBODY.includes(error.code ?? '')) resolve(null)
      else reject(error)
    })
  })
}

/**
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work that takes a moment
 */
async function guarded(folder, work) {
  const guard = join(folder, GUARD)
  for (;;) {
    try {
      mkdirSync(guard)
      break
    } catch (error) {
      if (Object(error).code !== 'EEXIST') throw error
      const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > GUARD_STALE_MS) rmSync(guard, { recursive: true, force: true })
      else await setTimeout(20)
    }
  }
  try {
    return await work()
  } finally {
    try {
      rmdirSync(guard)
    } catch {
      // Taken for stale by somebody who is in a hurry.
    }
  }
}

/** @param {string} folder the turn, or the connection to whoever has it */
async function tryTurn(folder) {
  return guarded(folder, async () => {
    const holder = await reach(folder, TURN)
    if (holder) return { holder }
    if (process.platform !== 'win32') rmSync(join(folder, TURN), { force: true })
    return listen(folder, TURN)
  })
}

/**
 * Does something that one process at a time may do. What it starts may inherit `fd`: the turn lasts as
 * long as any of those lives, also where this process is killed.
 * @template T
 * @param {string} folder there or to be made
 * @param {(fd: number | undefined) => Promise<T>} work
 * @param {() => void} onWait called once where somebody else is at it
 */
export async function inTurn(folder, work, onWait) {
  mkdirSync(folder, { recursive: true })
  let waited = false
  for (;;) {
    const turn = await tryTurn(folder)
    if ('leave' in turn) {
      try {
        const fd = Object(turn.server)._handle?.fd
        return await work(typeof fd === 'number' && fd >= 0 ? fd : undefined)
      } finally {
        turn.leave()
      }
    }
    if (!waited) onWait()
    waited = true
    await new Promise((resolve) => {
      turn.holder.on('error', () => {}).once('close', resolve)
      turn.holder.resume()
    })
  }
}

/**
 * Tells others, until this process ends, that it runs from here.
 * @param {string} folder
 */
export async function announceRunning(folder) {
  const running = join(folder, RUNNING)
  try {
    mkdirSync(running, { recursive: true })
    // Of those that were killed something is left.
    await whoRuns(folder)
    await listen(running, `${process.pid}-${randomUUID().slice(0, 8)}.sock`)
  } catch (error) {
    // A checkout that may only be read: nothing will be installed or built in it either.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(Object(error).code)) throw error
  }
}

/** @param {string} file that may belong to somebody else */
function tryToRemove(file) {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is dead all the same.
  }
}

/**
 * @param {string} folder
 * @returns {Promise<number[]>} process ids of all that run from here
 */
export async function whoRuns(folder) {
  const running = join(folder, RUNNING)
  /** @type {number[]} */
  const pids = []
  let names = /** @type {string[]} */ ([])
  try {
    names = readdirSync(running)
  } catch {
    return pids
  }
  for (const name of names) {
    const socket = await reach(running, name).catch(() => null)
    if (socket) pids.push(Number.parseInt(name, 10))
    else tryToRemove(join(running, name))
    socket?.destroy()
  }
  return pids.sort((a, b) => a - b)
}
