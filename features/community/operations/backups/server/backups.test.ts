import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { security_events } from '#features/people/accounts/security-events/tables.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { communityId } from '#platform/server/backup/backed-up-community.ts'
import { BackupError } from '#platform/server/backup/backup-error.ts'
import * as files from '#platform/server/backup/backup-file.ts'
import { packBackup } from '#platform/server/backup/packing.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminBackupsApi } from '../contract.admin.ts'
import { backupsApi } from '../contract.ts'
import { BACKUP_QUEUE } from './backups.jobs.ts'
import { oneAtATime } from './making-alone.ts'

const api = { ...backupsApi, ...adminBackupsApi }

vi.mock('#platform/server/backup/backup-file.ts', { spy: true })

const OLD_MOMENT = '2026-01-02T03-04-05-006Z'
/** A backup of another community in the same folder. */
const THEIRS = 'letterlend-theirs12-2026-11-01T03-04-05-006Z.backup.gz'

let folder: string
let test: TestApp
let admin: TestUser
let community: string
/** A backup made by the command. */
let OLD: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-backups-'))
  test = await createTestApp({ config: { backupDir: join(folder, 'kept') } })
  admin = await createUser(test.deps.database.orm, { role_id: ROLE_ID.admin })
  community = await communityId(test.deps.database.orm)
  OLD = `letterlend-${community}-${OLD_MOMENT}.backup.gz`
})
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
  await rm(folder, { recursive: true })
})

const list = async () => (await test.call(api.list, { as: admin.token })).body
const make = async () => (await test.call(api.make, { as: admin.token })).body
const work = () => test.deps.jobs.drain(BACKUP_QUEUE)
const link = (name: string) => test.call(api.link, { as: admin.token, body: { name } })
const kept = (name: string) => join(test.deps.config.backupDir, name)
const fetchFile = (name: string, key: string | null) =>
  test.app.inject({ url: `${API_BASE}/backups/file`, query: { name, key: key ?? '' } })
/** Audit log entries, newest first. */
const acts = async () =>
  (await test.call(auditApi.list, { as: admin.token, query: { subject: 'backup' } })).body.rows.map(
    ({ verb, actor }) => `${actor} ${verb}`,
  )

async function makeOne(): Promise<string> {
  await make()
  await work()
  const [backup] = (await list()).rows
  if (!backup) throw new Error('Unexpected: no backup was made')
  return backup.name
}

it('a backup is made in the background, and the list shows its progress', async () => {
  expect(await list()).toMatchObject({ rows: [], under_way: false, failure: null, overdue: true })
  expect(await make()).toMatchObject({ under_way: true })
  expect(await list()).toMatchObject({ under_way: true, rows: [] })
  await work()
  const { rows, ...state } = await list()
  expect(state).toMatchObject({ under_way: false, failure: null, overdue: false, readable: true })
  const [backup] = rows
  expect(rows).toHaveLength(1)
  const { end } = await files.checkBackupFile(kept(backup?.name ?? ''))
  expect(end.rows).toBeGreaterThan(0)
  expect(backup?.bytes).toBe((await readFile(kept(backup?.name ?? ''))).length)
  expect(await acts()).toEqual(['system create', 'admin ask'])
})

it('only one backup is made for several calls at the same time', async () => {
  // An embedded database belongs to one process.
  const others =
    test.deps.database.kind === 'postgres'
      ? [await createTestApp({ sharing: test, config: { backupDir: test.deps.config.backupDir } })]
      : []
  const apps = [test, ...others]
  await Promise.all([...apps, test].map((each) => each.call(api.make, { as: admin.token })))
  expect(await make()).toMatchObject({ under_way: true })
  await Promise.all(apps.map(({ deps }) => deps.jobs.drain(BACKUP_QUEUE)))
  expect((await list()).rows).toHaveLength(1)
  await Promise.all(others.map((each) => each.close()))
})

it('a backup leaves nothing behind when its process stops', async () => {
  const { database } = test.deps
  const stopped = files.keepBackup(
    packBackup(database, 'https://lend.example', AbortSignal.abort()),
    { folder: test.deps.config.backupDir },
    new Date(),
  )
  await expect(stopped).rejects.toThrow(/abort/)
  expect(await readdir(test.deps.config.backupDir)).toEqual([])
  await makeOne()
})

it('the list contains only regular files with names of backups, the newest first', async () => {
  const name = await makeOne()
  await writeFile(kept(OLD), 'of the command')
  for (const stranger of ['notes.txt', `${OLD}.age`, `.${OLD}.77.partial`, `x${OLD}`])
    await writeFile(kept(stranger), '')
  await symlink('/etc/hostname', kept(OLD.replace('01-02T', '01-03T')))
  await writeFile(kept(OLD.replace('01-02T', '99-99T')), '')
  const { rows } = await list()
  expect(rows.map((each) => each.name)).toEqual([name, OLD])
  const old = { name: OLD, at: '2026-01-02T03:04:05.006Z', bytes: 14, readable: true }
  expect(rows[1]).toEqual(old)
})

it('backups of another community in the same folder are not listed, downloaded or deleted', async () => {
  const name = await makeOne()
  await writeFile(kept(THEIRS), 'theirs')
  const unnamed = `letterlend-${OLD_MOMENT}.backup.gz`
  await writeFile(kept(unnamed), 'of nobody')
  expect((await list()).rows.map((each) => each.name)).toEqual([name])
  expect((await link(THEIRS)).status).toBe(404)
  expect((await link(unnamed)).status).toBe(422)
  const removed = await test.call(api.remove, { as: admin.token, body: { name: THEIRS } })
  expect(removed.status).toBe(404)
  expect(await readFile(kept(THEIRS), 'utf8')).toBe('theirs')
})

it('backups are overdue after the configured days, and never if those are 0', async () => {
  await makeOne()
  test.advance(8 * DAY_MS)
  expect((await list()).overdue).toBe(true)
  const calm = await createTestApp({
    sharing: test,
    config: { backupDir: join(folder, 'none'), backupWarnDays: 0 },
  })
  expect((await calm.call(api.list, { as: admin.token })).body.overdue).toBe(false)
  await calm.close()
})

it('a backup is downloaded once by a key for a fresh proof, which is logged and mailed', async () => {
  const name = await makeOne()
  const { body } = await link(name)
  await writeFile(kept(OLD), 'another')
  expect((await fetchFile(OLD, body.key)).statusCode).toBe(404)
  const [first, second] = await Promise.all([fetchFile(name, body.key), fetchFile(name, body.key)])
  const statuses = [first.statusCode, second.statusCode].sort()
  expect(statuses).toEqual([200, 404])
  const file = first.statusCode === 200 ? first : second
  expect(file.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  expect(file.rawPayload.equals(await readFile(kept(name)))).toBe(true)
  expect(gunzipSync(file.rawPayload).toString('latin1')).toContain('letterlend')
  expect((await acts())[0]).toBe('admin export')
  const [mail] = await test.mails()
  expect([mail?.recipient, mail?.subject]).toEqual([
    admin.email,
    'You have downloaded a backup of Letterlend',
  ])
  expect(mail?.text).toContain(name)
  expect(mail?.text).not.toContain(body.key)
  const events = await test.deps.database.orm
    .select({ kind: security_events.kind })
    .from(security_events)
    .where(eq(security_events.user_id, admin.id))
  expect(events).toEqual([{ kind: 'file_taken' }])
})

it('a download key expires after a minute', async () => {
  const name = await makeOne()
  const { body } = await link(name)
  test.advance(MINUTE_MS + 1)
  expect((await fetchFile(name, body.key)).statusCode).toBe(404)
})

it('downloading and deleting return fresh_proof_needed without a fresh proof', async () => {
  const name = await makeOne()
  const { orm } = test.deps.database
  const long = new Date(Date.now() - 11 * MINUTE_MS)
  await orm
    .update(tokens)
    .set({ created_at: long, proved_at: long })
    .where(eq(tokens.user_id, admin.id))
  expect((await link(name)).error.code).toBe('fresh_proof_needed')
  const removed = await test.call(api.remove, { as: admin.token, body: { name } })
  expect(removed.error.code).toBe('fresh_proof_needed')
  expect(await readdir(test.deps.config.backupDir)).toEqual([name])
})

it('a backup can be deleted; names with paths and other files are refused', async () => {
  const name = await makeOne()
  await writeFile(join(folder, OLD), 'outside')
  const bad = [`../${OLD}`, `..%2f${OLD}`, '/etc/passwd', `${OLD}/../${name}`, `${name}\0`, '']
  for (const wrong of bad) {
    const body = { name: wrong }
    expect((await link(wrong)).status).toBe(422)
    expect((await test.call(api.remove, { as: admin.token, body })).status).toBe(422)
    expect((await fetchFile(wrong, 'key')).statusCode).toBe(400)
  }
  const missing = await test.call(api.remove, { as: admin.token, body: { name: OLD } })
  expect(missing.status).toBe(404)
  const { body } = await test.call(api.remove, { as: admin.token, body: { name } })
  expect(body).toEqual({ removed: true })
  expect((await list()).rows).toEqual([])
  expect((await acts())[0]).toBe('admin delete')
  expect(await readFile(join(folder, OLD), 'utf8')).toBe('outside')
})

it('the list reports a full disk until a newer backup exists', async () => {
  vi.mocked(files.keepBackup).mockRejectedValueOnce(new BackupError('', { keeping: 'disk_full' }))
  await make()
  await work()
  expect(await list()).toMatchObject({ under_way: false, failure: 'disk_full', rows: [] })
  expect(await acts()).toEqual(['system fail', 'admin ask'])
  await makeOne()
  expect((await list()).failure).toBeNull()
})

it.runIf(process.getuid?.() !== 0)('the list reports a folder that cannot be written', async () => {
  const name = await makeOne()
  await chmod(test.deps.config.backupDir, 0o500)
  await make()
  await work()
  expect(await list()).toMatchObject({ failure: 'folder', rows: [{ name }] })
  const { body } = await test.call(api.remove, { as: admin.token, body: { name } })
  expect(body).toEqual({ removed: false })
  expect((await acts())[0]).toBe('system fail')
  await chmod(test.deps.config.backupDir, 0o700)
})

it.runIf(process.getuid?.() !== 0)(
  'the list marks an unreadable file, and no key is given for it',
  async () => {
    const name = await makeOne()
    await chmod(join(test.deps.config.backupDir, name), 0o000)
    expect((await list()).rows).toMatchObject([{ name, readable: false }])
    const { body } = await test.call(api.link, { as: admin.token, body: { name } })
    expect(body).toEqual({ key: null })
    expect((await acts())[0]).not.toBe('admin export')
  },
)

it('the list reports a folder that is a file or cannot be created', async () => {
  await writeFile(test.deps.config.backupDir, '')
  expect(await list()).toMatchObject({ readable: false, rows: [] })
  await make()
  await work()
  expect(await list()).toMatchObject({ readable: false, failure: 'folder' })
})

it('a backup whose process was killed is reported as interrupted, and can be made again', async () => {
  await make()
  const { database } = test.deps
  // The job was taken by a process that no longer exists.
  await database.query(`UPDATE pgboss.job SET state = 'active' WHERE name = $1`, [BACKUP_QUEUE])
  expect((await list()).under_way).toBe(true)
  test.advance(MINUTE_MS)
  expect(await list()).toMatchObject({ under_way: false, failure: 'interrupted' })
  // While a process holds the lock, the backup is under way, however long it takes.
  await oneAtATime(database, async () => {
    expect((await list()).under_way).toBe(true)
  })
  await makeOne()
  expect((await list()).failure).toBeNull()
})

it('the API is for administrators only', async () => {
  const { token: as } = await createUser(test.deps.database.orm, { role_id: ROLE_ID.moderator })
  expect((await test.call(api.list, { as })).error.code).toBe('task_missing')
  expect((await test.call(api.make, { as })).error.code).toBe('task_missing')
})
