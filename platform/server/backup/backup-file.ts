import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#platform/shared/durations.ts'
import { makeFolder } from '../db/embedded-folder.ts'
import { BackupError } from './backup-error.ts'
import { BackupReader, unpack } from './backup-format.ts'
import { checkBackup } from './restoring.ts'

const NAME =
  /^letterlend-([a-z0-9]{8})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup\.gz$/
const PARTIAL = /^\.letterlend-.*\.backup\.gz\.\d+\.partial$/
/** Writing one backup never takes this long: an older partial file was left by a process that was killed. */
const LEFT_BEHIND_MS = DAY_MS

const READ_BUFFER = 256 * 1024

/** The name of a backup without a community id. No list shows it, and only the operator deletes it. */
const NAMELESS = 'unnamed'

/** @param community the id of {@link communityId} */
export const backupName = (community: string, now: Date) =>
  `letterlend-${community}-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup.gz`

/** Whether a file has the name that backups of this community get. Such a name is never a path. */
export const isBackupName = (name: string, community: string) => NAME.exec(name)?.[1] === community

/** Reads the time from the name, since copying a file changes its date. Null if the name contains none. */
function madeAt(name: string): Date | null {
  const [, , day, hours, minutes, seconds, milliseconds] = NAME.exec(name) ?? []
  const moment = new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** Where to store a backup; without a name it is named after its community and time. */
export interface BackupPlace {
  folder: string
  name?: string
}

/** Resolves the requested destination, which may be a folder or a file. */
export async function backupPlace(wish: string): Promise<BackupPlace> {
  if (/[/\\]$/.test(wish) || !/\.gz$/.test(wish) || (await isFolder(wish))) return { folder: wish }
  return { folder: dirname(wish), name: basename(wish) }
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
}

/** Opens a backup file for reading. Throws {@link BackupError} if the file does not exist. */
export async function openBackup(path: string): Promise<BackupReader> {
  const file = await open(path).catch((error: unknown) => {
    const why = UNREADABLE[codeOf(error) ?? ''] ?? `it cannot be read (${codeOf(error)})`
    throw new BackupError(`${path}: ${why}.`, { cause: error })
  })
  const isFolder = (await file.stat()).isDirectory()
  await file.close()
  if (isFolder) throw new BackupError(`${path} is a folder: name one backup in it.`)
  return new BackupReader(unpack(createReadStream(path, { highWaterMark: READ_BUFFER })))
}

export const checkBackupFile = async (path: string) => checkBackup(await openBackup(path))

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function writeWhole(packed: AsyncIterable<Buffer>, path: string): Promise<void> {
  await pipeline(packed, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} exists already.`)
}

/**
 * Stores a backup as a file that only its owner can read. The file gets its final name only once all of it is on the
 * disk and has been read back completely.
 */
export async function keepBackup(
  packed: AsyncIterable<Buffer>,
  { folder, name }: BackupPlace,
  now: Date,
) {
  const making = name ?? `letterlend-${randomUUID()}.backup.gz`
  const partial = join(folder, `.${making}.${process.pid}.partial`)
  try {
    await makeFolder(folder, 0o700)
    if (name) await refuseExisting(join(folder, name))
    await rm(partial, { force: true })
    await writeWhole(packed, partial)
    const checked = await checkBackupFile(partial)
    const { community } = checked.header
    const path = join(folder, name ?? backupName(community?.id ?? NAMELESS, now))
    await refuseExisting(path)
    await rename(partial, path)
    await syncFolder(folder)
    return { ...checked, path, bytes: (await stat(path)).size }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    const code = codeOf(error)
    if (code === 'ENOSPC')
      throw new BackupError(`The disk of ${folder} is full: no backup was kept.`, {
        keeping: 'disk_full',
      })
    if (code && ['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'EPERM', 'ENOENT'].includes(code))
      throw new BackupError(`${folder} cannot be written (${code}).`, {
        cause: error,
        keeping: 'folder',
      })
    throw error
  }
}

export interface KeptBackup {
  name: string
  /** When the backup was made. */
  at: Date
  bytes: number
  /** False: this process may not read the file, because another user created it. */
  readable: boolean
}

/**
 * The complete backups of a community in a folder that still have their original names, newest first. Empty if the
 * folder does not exist. Throws if the folder cannot be read.
 */
export async function listBackups(folder: string, community: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const kept = await Promise.all(
    names.map(async (name) => {
      const at = isBackupName(name, community) ? madeAt(name) : null
      // The file may have been deleted meanwhile, and a link could lead anywhere.
      const file = at && (await lstat(join(folder, name)).catch(() => null))
      if (!at || !file?.isFile()) return []
      const readable = await access(join(folder, name), constants.R_OK).then(
        () => true,
        () => false,
      )
      return [{ name, at, bytes: file.size, readable }]
    }),
  )
  return kept.flat().sort((a, b) => b.at.getTime() - a.at.getTime())
}

/** Deletes partial files of backups that were killed. */
export async function removeLeftBehind(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => PARTIAL.test(each))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > LEFT_BEHIND_MS) await rm(join(folder, name), { force: true })
  }
}

/**
 * Deletes all but the newest backups of a community in a folder. Files with other names stay.
 * @returns how many were deleted
 */
export async function pruneBackups(
  folder: string,
  { community, keep, now }: { community: string; keep: number; now: Date },
): Promise<number> {
  const backups = (await readdir(folder)).filter((name) => isBackupName(name, community)).sort()
  const surplus = backups.slice(0, Math.max(0, backups.length - keep))
  await removeLeftBehind(folder, now)
  for (const name of surplus) await rm(join(folder, name), { force: true })
  return surplus.length
}
