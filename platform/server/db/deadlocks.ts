import type { Db, Orm } from './client.ts'
import { sqlState } from './database-errors.ts'

const MOST_TRIES = 3
const DEADLOCK = '40P01'

/**
 * A transaction of the ORM that is begun anew where PostgreSQL has ended it, since it and another one waited for each
 * other. Locks are taken in one order, but what is deleted by cascade, and what foreign keys look at, in none.
 * @param work is called once more for each try: it changes nothing but the database
 */
export async function retryingDeadlocks<T>(orm: Orm, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await orm.transaction(work)
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || tries === MOST_TRIES) throw error
    }
  }
}
