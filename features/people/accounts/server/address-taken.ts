import { sqlState } from '#platform/server/db/database-errors.ts'
import type { AppError } from '#platform/server/http/errors.ts'

const UNIQUE_VIOLATION = '23505'

/** Throws `failure` if another account has the address; the database's unique index decides. */
export function orWhenTaken(failure: AppError) {
  return (error: unknown): never => {
    throw sqlState(error) === UNIQUE_VIOLATION ? failure : error
  }
}
