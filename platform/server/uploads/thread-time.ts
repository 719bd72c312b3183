import { readFileSync, readlinkSync } from 'node:fs'

/** The id that Linux gives the thread that asks; null elsewhere. */
export function ownThreadId(): string | null {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? null
  } catch {
    return null
  }
}

/** Linux counts the time of a thread in hundredths of a second. Source: proc(5), `sysconf(_SC_CLK_TCK)`. */
const TICK_MS = 10
/** In /proc/self/task/ID/stat, counted from the field after the name in brackets: user time, then system time. */
const USER_TIME = 11

/**
 * Milliseconds of processor time that a thread of this process has used since it began. Waiting for a processor does not
 * count. Null where the system does not tell, or the thread has ended.
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
