import { statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BackupError } from '#platform/server/backup/backup-error.ts'
import { ConfigError } from '#platform/server/config.ts'
import {
  DataDirFullError,
  DataDirInUseError,
  DataDirUnusableError,
} from '#platform/server/db/data-dir-lock.ts'
import { causes } from '#platform/server/db/database-errors.ts'
import { DatabaseUnusableError, explainDatabase } from '#platform/server/db/database-failures.ts'
import { NEEDED_BYTES } from '#platform/server/db/embedded-folder.ts'
import { NoWritableServerError } from '#platform/server/db/servers.ts'
import { ListenError } from '#platform/server/http/listening.ts'
import { describeError, type LoggedError } from '#platform/server/http/watching/logging.ts'
import { maskOf, secretsOf } from '#platform/server/masking.ts'
import { readSecretFiles } from '#platform/server/secret-files.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'

type Environment = Record<string, string | undefined>

/** Errors whose message is a sentence for the operator. */
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

/** An unexpected error with its stack, without the query values that drivers attach. */
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

/** Free bytes on the disk of a folder, or of its nearest existing parent. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    const above = dirname(folder)
    return above === folder ? Number.POSITIVE_INFINITY : freeBytesOf(above)
  }
}

/**
 * With a full disk, the embedded database reports whatever failed next, such as "cannot drop active portal". Other
 * errors of writing a file already name the cause.
 */
function explainFullDisk(
  error: unknown,
  { DATABASE_URL, DATA_DIR }: Environment,
  freeBytes: (folder: string) => number,
): string | undefined {
  const dataDir = resolve(DATA_DIR || './data')
  if (!DATABASE_URL && freeBytes(dataDir) < NEEDED_BYTES.old)
    return new DataDirFullError(dataDir, error).message
  const isFull = [...causes(error)].some(({ code }) => code === 'ENOSPC')
  return isFull ? 'The disk is full: free some space, then try again.' : undefined
}

/**
 * One sentence for problems that the operator can solve; a stack for all others. Neither contains secrets of the
 * settings.
 */
export function explain(error: unknown, environment: Environment, freeBytes = freeBytesOf): string {
  const settings = readSecretFiles(environment).settings
  const mask = maskOf(secretsOf(settings))
  const sentence = (text: string) => withTypedCommands(mask(text))
  if (EXPLAINED.some((kind) => error instanceof kind)) return sentence((error as Error).message)
  const { DATABASE_URL } = settings
  const explained =
    (DATABASE_URL && explainDatabase(error, DATABASE_URL)) ||
    explainFullDisk(error, settings, freeBytes)
  return explained || mask(unexpected(error))
}
