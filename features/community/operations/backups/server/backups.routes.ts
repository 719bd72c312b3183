import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import { communityId } from '#platform/server/backup/backed-up-community.ts'
import { isBackupName, type KeptBackup, listBackups } from '#platform/server/backup/backup-file.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { noteSeen, takeSeen } from '#platform/server/identity/attempts.queries.ts'
import { newSecret } from '#platform/server/identity/secrets.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { adminBackupsApi } from '../contract.admin.ts'
import { backupsApi, LINK_SECONDS } from '../contract.ts'
import { type AskedBackup, BACKUP_QUEUE } from './backups.jobs.ts'
import { readBackups } from './state.ts'
import { tellOfDownload } from './telling.ts'

/** A listed backup: no other file of the folder is ever read or deleted. Throws `not_found`. */
async function findBackup({ database, config }: Deps, name: string): Promise<KeptBackup> {
  const community = await communityId(database.orm)
  const kept = isBackupName(name, community)
    ? await listBackups(config.backupDir, community).catch(() => [])
    : []
  const backup = kept.find((each) => each.name === name)
  if (!backup) throw new AppError('not_found')
  return backup
}

/** True if the file system denied a change. */
const isRefused = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

export function addBackupRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, jobs, config, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'backups', backupsApi, {
    async file({ query: { name, key }, reply }) {
      if (!(await takeSeen(orm, ['backup', key, name], clock()))) throw new AppError('not_found')
      const { bytes } = await findBackup(deps, name)
      return reply
        .type('application/gzip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', bytes)
        .send(createReadStream(join(config.backupDir, name)))
    },
  })
  registerEndpoints(
    app,
    deps,
    'backups',
    adminBackupsApi,
    {
      list: () => readBackups(deps),
      async make({ viewer }) {
        const before = await readBackups(deps)
        if (before.under_way) return before
        const now = clock()
        const job: AskedBackup = { id: randomUUID(), asked_at: now.toISOString() }
        await orm.transaction(async (tx) => {
          const act = { subject: 'backup', subject_id: job.id, verb: 'ask' } as const
          await recordAct(tx, viewer, act, now)
          await jobs.send(tx, BACKUP_QUEUE, job)
        })
        return { ...before, under_way: true, failure: null }
      },
      async link({ body, viewer }) {
        const { name, readable } = await findBackup(deps, body.name)
        if (!readable) return { key: null }
        const key = newSecret()
        const now = clock()
        await orm.transaction(async (tx) => {
          const act = { subject: 'backup', subject_id: name, verb: 'export' } as const
          await recordAct(tx, viewer, act, now)
          await noteSeen(tx, ['backup', key, name], LINK_SECONDS * SECOND_MS, now)
          await recordSecurityEvent(tx, viewer.id, { kind: 'file_taken', origin: viewer }, now)
          await tellOfDownload(tx, deps, viewer.id, name)
        })
        return { key }
      },
      async remove({ body, viewer }) {
        const { name } = await findBackup(deps, body.name)
        try {
          await orm.transaction(async (tx) => {
            const act = { subject: 'backup', subject_id: name, verb: 'delete' } as const
            await recordAct(tx, viewer, act, clock())
            await rm(join(config.backupDir, name), { force: true })
          })
        } catch (error) {
          if (!isRefused(error)) throw error
          return { removed: false }
        }
        return { removed: true }
      },
    },
    { make: 'backups' },
  )
}
