import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { askHolder, type HolderAnswer, PATIENCE_MS } from '../db/holder-requests.ts'
import { BackupError } from './backup-error.ts'
import { backupOf } from './writing.ts'

export const BACKUP_REQUEST = 'backup 1'
const SPOOL = 'backup.spool'

/**
 * Writes the backup to a file first. The transaction blocks the community while it is open, so it must not wait for a
 * client that reads slowly or stops reading.
 */
async function spool(database: Database, path: string, address: string): Promise<number> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  await database.snapshot((copying) =>
    pipeline(
      backupOf(copying, { database: database.kind, address }),
      createGzip(),
      file.createWriteStream(),
    ),
  )
  const check = await open(path, 'r')
  try {
    return (await check.stat()).size
  } finally {
    await check.close()
  }
}

/** Makes a backup in the running server, for `npm run backup` in another process. */
export function backupAnswer(
  database: Database,
  { dataDir, publicUrl }: Pick<Config, 'dataDir' | 'publicUrl'>,
  logger: FastifyBaseLogger,
): HolderAnswer {
  const path = join(dataDir, SPOOL)
  return async (socket) => {
    try {
      const bytes = await spool(database, path, publicUrl)
      // The time limit applies to the client that fetches the backup, not to making it.
      socket.setTimeout(PATIENCE_MS)
      socket.write(`ok ${bytes}\n`)
      await pipeline(createReadStream(path), socket)
      logger.info({ bytes }, 'backup made')
    } catch (error) {
      logger.error({ err: error }, 'backup failed')
      const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      socket.end(
        full
          ? `failed The disk of ${dataDir} is full: the running server needs space there until the backup has been fetched.\n`
          : `failed ${error instanceof BackupError ? error.message : 'The running server could not make the backup; its log says why.'}\n`,
      )
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Requests a backup from the server that runs on `dataDir`; null if no server runs. Throws {@link BackupError}. */
export async function requestBackup(dataDir: string): Promise<AsyncIterable<Buffer> | null> {
  const held = await askHolder(dataDir, BACKUP_REQUEST)
  if (!held) return null
  if (held.kind === 'failed') throw new BackupError(held.sentence)
  if (held.kind === 'unknown') {
    throw new BackupError(
      `What runs on ${dataDir} makes no backups: it is an older version, is starting or stopping, or is a command. Try again, or stop it first.`,
    )
  }
  return whole(held.body, held.bytes)
}

async function* whole(body: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const part of body) {
    left -= part.length
    yield part
  }
  if (left !== 0)
    throw new BackupError('The running server stopped before the backup was complete.')
}
