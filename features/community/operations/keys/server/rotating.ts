import { type AuditActor, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { type Dkim, readDkim } from '#platform/server/mail/dkim.ts'
import { activateNextDkim, findDkim, prepareNextDkim } from '#platform/server/mail/dkim-keys.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import type { RotatedKeyId } from '../key-table.ts'
import { findHeldKey, type KeysDeps } from './listing.ts'
import { keyRotated } from './mails.ts'

export type RotateDeps = KeysDeps & MailDeps

interface Told {
  verb: 'rotate' | 'prepare'
  by: AuditActor
  how: 'command' | 'system' | 'prepared'
  until: Date | null
}

/** Writes the audit log and notifies the administrators, in the transaction of the rotation. */
async function note(tx: Db, deps: RotateDeps, key: RotatedKeyId, told: Told): Promise<void> {
  const { config } = deps
  const until = told.until?.toISOString() ?? null
  const act = { subject: 'key', subject_id: key, label: key, verb: told.verb } as const
  const after = until === null ? null : { taken_until: until }
  await recordAct(tx, told.by, { ...act, after }, deps.clock())
  const content = keyRotated({
    key,
    how: told.how,
    until,
    timeZone: config.timeZone,
    url: config.publicUrl + paths.login(adminPaths.screen('keys')),
  })
  await enqueueStaffMail(tx, deps, 'GET /admin/keys', content)
}

/**
 * Replaces a key that the server makes itself. For secrets of which there are many, ends all of them.
 * @param atOnce also invalidates what was made with the previous key
 * @returns until when the previous key is accepted; null if it ends at once
 */
export async function rotate(
  tx: Db,
  deps: RotateDeps,
  key: Exclude<RotatedKeyId, 'dkim'>,
  { atOnce }: { atOnce: boolean },
): Promise<Date | null> {
  const held = findHeldKey(deps, key)
  if (!held) throw new Error(`Unexpected key that nobody holds: ${key}`)
  await held.rotate(tx, deps, { atOnce })
  const { previousUntil: until } = await held.state(tx, deps)
  await note(tx, deps, key, { verb: 'rotate', by: 'command', how: 'command', until })
  return until
}

/**
 * Creates the next key for signing mails. A waiting one stays.
 * @returns whether a key was created now
 */
export async function prepareDkim(tx: Db, deps: RotateDeps, file: Dkim): Promise<boolean> {
  const isNew = await prepareNextDkim(tx, file, deps.clock())
  if (isNew) {
    await note(tx, deps, 'dkim', { verb: 'prepare', by: 'command', how: 'prepared', until: null })
  }
  return isNew
}

/**
 * Signs mails with the waiting key from now on.
 * @returns false if there is none, or another process was faster
 */
export async function activateDkim(
  tx: Db,
  deps: RotateDeps,
  by: 'command' | 'system',
): Promise<boolean> {
  const file = readDkim(deps.config)
  if (!file || !(await activateNextDkim(tx, file, deps.clock()))) return false
  const { before } = await findDkim(tx, file)
  const until = before?.until ?? null
  await note(tx, deps, 'dkim', { verb: 'rotate', by, how: by, until })
  return true
}
