import { basename } from 'node:path'
import { recordAct } from '#features/people/audit/server/door.ts'
import { communityId } from '#platform/server/backup/backed-up-community.ts'
import { BackupError } from '#platform/server/backup/backup-error.ts'
import { keepBackup, listBackups, removeLeftBehind } from '#platform/server/backup/backup-file.ts'
import { packBackup } from '#platform/server/backup/packing.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { HOUR_SECONDS } from '#platform/shared/durations.ts'
import type { BackupFailure } from '../contract.admin.ts'
import { oneAtATime } from './making-alone.ts'

export const BACKUP_QUEUE = 'backups'

export interface AskedBackup {
  id: string
  asked_at: string
}

const failureOf = (error: unknown): BackupFailure =>
  (error instanceof BackupError && error.keeping) || 'other'

/**
 * Makes a backup, unless one that began after the request was finished meanwhile.
 * @returns its name
 */
async function make(deps: Deps, askedAt: Date, signal: AbortSignal): Promise<string> {
  const { database, config, clock } = deps
  // If the folder cannot be read, writing will report what is wrong with it.
  const community = await communityId(database.orm)
  const [newest] = await listBackups(config.backupDir, community).catch(() => [])
  if (newest && newest.at > askedAt) return newest.name
  const now = clock()
  const packed = packBackup(database, config.publicUrl, signal)
  const { path } = await keepBackup(packed, { folder: config.backupDir }, now)
  await removeLeftBehind(config.backupDir, now)
  return basename(path)
}

/** Not retried after a failure: the administrator sees it and can start another one. */
export const makingBackups: FeatureJob = {
  queue: BACKUP_QUEUE,
  failure: 'backup not made',
  retries: 0,
  expireSeconds: 12 * HOUR_SECONDS,
  async run(deps, data, { signal }) {
    const { database, clock, logger } = deps
    const { id, asked_at } = data as AskedBackup
    const about = { subject: 'backup', subject_id: id } as const
    await oneAtATime(database, async () => {
      try {
        const name = await make(deps, new Date(asked_at), signal)
        await recordAct(database.orm, 'system', { ...about, verb: 'create', label: name }, clock())
      } catch (error) {
        // The process stops, and its database connection with it. A missing outcome counts as interrupted.
        if (signal.aborted) throw error
        logger.error({ err: error }, 'backup not made')
        const after = { failure: failureOf(error) }
        await recordAct(database.orm, 'system', { ...about, verb: 'fail', after }, clock())
      }
    })
  },
}
