import { isEndedByOthers } from './database-errors.ts'

const MOST_TRIES = 3

/**
 * Runs a transaction again if PostgreSQL aborted it because of a deadlock (40P01) or a conflicting change (40001). We
 * take our locks in a fixed order, but cascading deletes and foreign key checks do not. After three attempts the error
 * is thrown and the call answers 503.
 * @param run begins its own transaction on each attempt, and has no effects outside the database
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
