import { isEndedByOthers } from './database-errors.ts'

const MOST_TRIES = 3

/**
 * Runs a transaction again if PostgreSQL ended it in favour of another one: a deadlock (40P01), or a change that another
 * transaction made first (40001). Locks are taken in one order, but deletions by cascade and checks of foreign keys
 * take theirs in none. After three tries the error is thrown, and the call answers 503.
 * @param run begins a transaction of its own each time, and changes nothing but the database
 */
export async function beginningAnew<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isEndedByOthers(error) || tries === MOST_TRIES) throw error
    }
  }
}
