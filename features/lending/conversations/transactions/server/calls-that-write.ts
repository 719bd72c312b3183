import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Sending } from './sending.ts'

/** Translates errors that only database constraints detect: an account deleted meanwhile, a reused request id. */
export async function explainConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const state = sqlState(error)
    if (state === '23503') throw new AppError('not_found')
    // 23P01: two loans of one thing overlap.
    if (state === '23P01') throw new AppError('already_lent')
    if (state === '23505') throw new AppError('conflict')
    throw error
  }
}

/** Carries out a call in one database transaction, which also sends its mails. */
export const inTransaction = <T>(deps: Deps, work: (sending: Sending) => Promise<T>): Promise<T> =>
  explainConstraints(deps.database.orm.transaction((db) => work({ db, deps, now: deps.clock() })))
