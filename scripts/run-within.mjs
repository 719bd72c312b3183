// @ts-check
// Runs a program with a timeout, and ends it with all its children.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError, ROOT } from './project.mjs'

/** Time for the program to end its own children. */
const END_WITHIN_MS = 5_000

/**
 * Runs a program in the project's folder with a timeout and shows its output.
 * @param {number} seconds
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env added to that of this process
 * @returns {Promise<void>} rejects with {@link CommandError} after all its processes have ended
 */
export async function runWithin(seconds, command, args, env) {
  // A process group, so that its children end with it.
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  })
  const ended = once(child, 'close')
  const interrupt = () => end(child, 'SIGTERM')
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  let late = false
  const limit = setTimeout(() => {
    late = true
    end(child, 'SIGTERM')
    setTimeout(() => end(child, 'SIGKILL'), END_WITHIN_MS).unref()
  }, seconds * 1000)
  try {
    const [code] = await ended
    if (late) throw new CommandError(`not finished after ${seconds} seconds`, 1)
    if (code !== 0) throw new CommandError(`${command} ${args.join(' ')} failed`, code ?? 1)
  } finally {
    clearTimeout(limit)
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    // Ends children that were left behind.
    end(child, 'SIGKILL')
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The process group is gone already.
  }
}
