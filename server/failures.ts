import { ConfigError } from './config.ts'
import { DataDirInUseError, DataDirUnusableError } from './db/data-dir-lock.ts'
import { NoWritableServerError } from './db/servers.ts'

/** What a person can act on is one sentence; everything else is shown whole. */
export function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DataDirUnusableError ||
    error instanceof NoWritableServerError
  )
    return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program: set PORT to a free one, such as PORT=3001.'
  }
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
    return 'No PostgreSQL answers at DATABASE_URL.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
