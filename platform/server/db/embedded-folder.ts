import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DataDirFullError, DataDirUnusableError } from './data-dir-lock.ts'

/** An empty community's database takes 44 MB; an existing one needs one more segment of the write-ahead log. */
export const NEEDED_BYTES = { new: 64 * 2 ** 20, old: 16 * 2 ** 20 }

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The folder itself, or its nearest existing parent. */
export async function nearestFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null)
  return stats || dirname(path) === path ? path : nearestFolder(dirname(path))
}

/**
 * Creates a folder and its parents. Node's own `recursive` never returns where that is impossible, such as below /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if ((await stat(path).catch(() => null))?.isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path), mode)
    await mkdir(path, mode)
  }
}

/** Explains why a folder cannot be created, read or written. */
export function explainFolder(dataDir: string, error: unknown): Error {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? new DataDirFullError(dataDir, error) : new DataDirUnusableError(dataDir, error)
}

/** Paths that the engine writes to even for reads. */
const WRITTEN = ['.', 'PG_VERSION', 'base', 'global', join('global', 'pg_control'), 'pg_wal']

/** Why this user cannot use the database of a folder; null if permissions are not the problem. */
export async function findUnwritable(folder: string): Promise<Error | null> {
  for (const name of WRITTEN) {
    const refused = await access(join(folder, name), constants.R_OK | constants.W_OK).then(
      () => null,
      (reason: NodeJS.ErrnoException) => (reason.code === 'ENOENT' ? null : reason),
    )
    if (refused) return refused
  }
  return null
}

/** The engine only reports that it does not start. Explains the problem with its folder, or returns the same error. */
export async function explainOpening(
  dataDir: string,
  folder: string,
  error: unknown,
): Promise<unknown> {
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
  if (free < NEEDED_BYTES.old) return new DataDirFullError(dataDir, error)
  const refused = await findUnwritable(folder)
  return refused ? new DataDirUnusableError(dataDir, refused) : error
}
