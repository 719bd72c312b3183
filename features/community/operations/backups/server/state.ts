import { searchAudit } from '#features/people/audit/server/door.ts'
import { communityId } from '#platform/server/backup/backed-up-community.ts'
import { listBackups } from '#platform/server/backup/backup-file.ts'
import type { Deps } from '#platform/server/deps.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { BACKUP_FAILURES, type BackupFailure, type Backups } from '../contract.admin.ts'
import { BACKUP_QUEUE } from './backups.jobs.ts'
import { isMaking } from './making-alone.ts'

/** How long a job may take from the queue to its first step. */
const BEGINNING_MS = 10_000

const LAST = { search: '', subject: 'backup', page: 1, size: 1 } as const

/** Outcome of the last backup requested here, from the audit log. */
async function findLast({ database, jobs, clock }: Deps) {
  const { orm } = database
  const [asked] = (await searchAudit(orm, { ...LAST, verb: 'ask' })).rows
  if (!asked) return { under_way: false, failed: null }
  const { subject_id } = asked
  const findOutcome = async () =>
    (await searchAudit(orm, { ...LAST, subject_id, except: 'ask' })).rows[0]
  let outcome = await findOutcome()
  if (!outcome) {
    const isWaiting = (await jobs.count()).some(({ queue }) => queue === BACKUP_QUEUE)
    const isBeginning = clock().getTime() - Date.parse(asked.at) < BEGINNING_MS
    if (isWaiting || isBeginning || (await isMaking(database)))
      return { under_way: true, failed: null }
    // It may have ended between the two queries.
    outcome = await findOutcome()
  }
  if (outcome?.verb === 'create') return { under_way: false, failed: null }
  const why = outcome
    ? (BACKUP_FAILURES.find((each) => each === outcome.after?.failure) ?? 'other')
    : 'interrupted'
  return { under_way: false, failed: { why, at: new Date(outcome?.at ?? asked.at) } }
}

/** The backups in this machine's folder, and the state of a running one. */
export async function readBackups(deps: Deps): Promise<Backups> {
  const { database, config, clock, logger } = deps
  const { under_way, failed } = await findLast(deps)
  const community = await communityId(database.orm)
  const files = await listBackups(config.backupDir, community).catch((error: unknown) => {
    logger.warn({ err: error }, 'the folder of backups cannot be read')
    return null
  })
  const [newest] = files ?? []
  const failure: BackupFailure | null =
    failed && !(newest && newest.at > failed.at) ? failed.why : null
  const oldest = clock().getTime() - config.backupWarnDays * DAY_MS
  return {
    folder: config.backupDir,
    readable: files !== null,
    rows: (files ?? []).map(({ at, ...kept }) => ({ ...kept, at: at.toISOString() })),
    under_way,
    failure,
    command: withTypedCommands('npm run restore --'),
    overdue: config.backupWarnDays > 0 && !(newest && newest.at.getTime() >= oldest),
  }
}
