import { readFileSync, readlinkSync } from 'node:fs'

/** The current thread's id on Linux; null elsewhere. */
export function ownThreadId(): string | null {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? null
  } catch {
    return null
  }
}

/** Linux measures a thread's time in hundredths of a second. Source: proc(5), `sysconf(_SC_CLK_TCK)`. */
const TICK_MS = 10
/** In /proc/self/task/ID/stat, counted from the field after the name in brackets: user time, then system time. */
const USER_TIME = 11

/**
 * CPU time in milliseconds that a thread of this process has used so far, without waiting. Null if the system does not
 * report it, or the thread has ended.
 */
export function threadTime(threadId: string): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TIME]) + Number(fields[USER_TIME + 1])) * TICK_MS
  } catch {
    return null
  }
}
