import { BackupError } from '#platform/server/backup/backup-error.ts'
import { ConfigError } from '#platform/server/config.ts'
import {
  DataDirFullError,
  DataDirInUseError,
  DataDirUnusableError,
} from '#platform/server/db/data-dir-lock.ts'
import { DatabaseUnusableError, explainDatabase } from '#platform/server/db/database-failures.ts'
import { NoWritableServerError } from '#platform/server/db/servers.ts'
import { ListenError } from '#platform/server/http/listening.ts'
import { describeError, type LoggedError } from '#platform/server/http/watching/logging.ts'
import { maskOf, secretsOf } from '#platform/server/masking.ts'
import { withReadableSecretFiles } from '#platform/server/secret-files.ts'

type Environment = Record<string, string | undefined>

/** Their message is a sentence for the person who started. */
const EXPLAINED = [
  BackupError,
  ConfigError,
  DataDirFullError,
  DataDirInUseError,
  DataDirUnusableError,
  DatabaseUnusableError,
  ListenError,
  NoWritableServerError,
]

/** An unexpected error with its stack, but without the query values that drivers attach to their errors. */
function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected: ${String(error)}`
  const lines: string[] = []
  let each: LoggedError | undefined = describeError(error)
  while (each) {
    const { type, message, stack, cause }: LoggedError = each
    lines.push(`${lines.length > 0 ? 'caused by ' : ''}${type}: ${message}`, stack)
    each = cause
  }
  return lines.filter(Boolean).join('\n')
}

/**
 * What a person can act on is one sentence; everything else is shown with its stack. No secret of the
 * settings is in either.
 */
export function explain(error: unknown, environment: Environment): string {
  const settings = withReadableSecretFiles(environment)
  const mask = maskOf(secretsOf(settings))
  if (EXPLAINED.some((kind) => error instanceof kind)) return mask((error as Error).message)
  const { DATABASE_URL } = settings
  return (DATABASE_URL && explainDatabase(error, DATABASE_URL)) || mask(unexpected(error))
}
