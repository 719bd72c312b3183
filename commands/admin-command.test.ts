import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { adminAnswers } from '#app/server/administering.ts'
import { FEATURES } from '#app/server/app.ts'
import { createUser } from '#app/server/testing/factories.ts'
import {
  createTestDatabase,
  startedBefore,
  type TestDatabase,
} from '#app/server/testing/test-database.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { lockDataDir } from '#platform/server/db/data-dir-lock.ts'
import { answerRequests } from '#platform/server/db/holder-requests.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { queued_mails } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminCommand } from './admin-command.ts'

let folder: string
let test: TestDatabase
let environment: { DATA_DIR: string } & Record<string, string | undefined>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-admin-'))
  test = await createTestDatabase()
  environment = { NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_URL: test.url }
  await startedBefore(environment.DATA_DIR)
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

async function run(args: string[], settings: Record<string, string | undefined> = {}) {
  const text = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      text[name] += String(chunk)
      return true
    }),
  )
  try {
    const code = await adminCommand(args, { ...environment, ...settings })
    return { code, ...text }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

it('the admin command grants, lists and revokes tasks, and queues its mails for the server', async () => {
  const before = await openDatabase(readConfig(environment))
  await createUser(before.orm, { email: 'ada@example.org' })
  await before.close()
  expect(await run(['grant', 'ada@example.org'])).toEqual({
    code: 0,
    stdout: '  ada@example.org has from now on: administration.\n',
    stderr: '',
  })
  const listed = await run(['list'])
  expect(listed.stdout).toBe(
    '  admin      ada@example.org                  Ada Muster               administration\n',
  )
  const last = await run(['revoke', 'ada@example.org'])
  expect(last).toEqual({
    code: 1,
    stdout: '',
    stderr: 'ada@example.org is the only admin: make another member admin first, or add --force.\n',
  })
  expect((await run(['revoke', 'ada@example.org', '--force'])).code).toBe(0)
  const tasks = ['--task', 'shipping', '--task', 'texts']
  expect((await run(['grant', 'ada@example.org', ...tasks])).stdout).toContain('shipping, texts.')
  expect((await run(['revoke', 'ada@example.org', '--task', 'texts'])).stdout).toContain(
    'from now on: shipping.',
  )
  expect((await run(['grant', 'ada@example.org', '--task', 'all'])).code).toBe(2)
  expect((await run(['grant', 'nobody@example.org'])).code).toBe(1)
  const after = await openDatabase(readConfig(environment))
  const mails = await after.orm.select().from(queued_mails)
  const jobs = await after.query(`SELECT id FROM pgboss.job WHERE name = 'mails'`)
  await after.close()
  expect(mails.map(({ recipient }) => recipient)).toEqual(Array(4).fill('ada@example.org'))
  expect(jobs.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort())
})

it('admin link prints a link for the first admin and fails once there is an admin', async () => {
  const settings = { ADMIN_EMAIL: 'chief@example.org', PUBLIC_URL: 'https://lend.example' }
  expect(await run(['link'])).toMatchObject({
    code: 1,
    stderr: 'Set ADMIN_EMAIL to the address of the first admin.\n',
  })
  const { code, stdout } = await run(['link'], settings)
  expect(code).toBe(0)
  expect(stdout).toMatch(/https:\/\/lend\.example\/auth\/resetPassword\?token=[\w-]{43}\n$/)
  const database = await openDatabase(readConfig(environment))
  await createUser(database.orm, { role_id: ROLE_ID.admin })
  await database.close()
  expect(await run(['link'], settings)).toMatchObject({
    code: 1,
    stderr: 'This community has an admin already: see list.\n',
  })
})

it('admin grant refuses an account with a published password in production', async () => {
  const database = await openDatabase(readConfig(environment))
  await createUser(database.orm, {
    email: 'demo@letterlend.example',
    password_hash: await hashPassword('letterlend-demo'),
  })
  await database.close()
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://lend.example' }
  const { code, stderr } = await run(['grant', 'demo@letterlend.example'], production)
  expect([code, stderr]).toEqual([
    1,
    'The password of demo@letterlend.example is public: change it first.\n',
  ])
})

it('the admin command refuses an embedded database that a running server holds', async () => {
  const dataDir = join(folder, 'held')
  await mkdir(dataDir)
  const release = await lockDataDir(dataDir)
  const { code, stderr } = await run(['list'], { DATA_DIR: dataDir, DATABASE_URL: undefined })
  await release()
  expect(code).toBe(2)
  expect(stderr).toBe(
    `Another Letterlend is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.\n`,
  )
})

it('the admin command lets the running server of an embedded database list, grant and revoke', async () => {
  const settings = {
    DATA_DIR: join(folder, 'running'),
    DATABASE_URL: undefined,
    ADMIN_EMAIL: 'first@example.org',
  }
  await startedBefore(settings.DATA_DIR)
  const config = readConfig({ ...environment, ...settings })
  const database = await openDatabase(config)
  const logger = pino({ level: 'silent' })
  const jobs = new JobQueue(database, logger)
  const mails = new MailQueue(database, jobs, { send: async () => {} } as never, logger)
  await jobs.prepare()
  const deps = { config, clock: () => new Date(), features: FEATURES, mails }
  answerRequests(database, adminAnswers(database, deps, pino({ level: 'silent' })))
  try {
    expect((await run(['list'], settings)).stdout).toBe('  This community has no admin yet.\n')
    const link = await run(['link'], settings)
    expect(link.stdout).toMatch(/^ {2}For first@example\.org, once and within 3 hours:\n {2}http/)
    expect((await run(['keys'], settings)).code).toBe(0)
    await createUser(database.orm, { email: 'second@example.org', role_id: ROLE_ID.admin })
    expect((await run(['list'], settings)).stdout).toContain('second@example.org')
    const refused = await run(['link'], settings)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'This community has an admin already: see list.\n',
    ])
    await createUser(database.orm, { email: 'jürg@example.org' })
    const grant = await run(['grant', 'jürg@example.org', '--task', 'texts'], settings)
    expect(grant).toEqual({
      code: 0,
      stdout: '  jürg@example.org has from now on: texts.\n',
      stderr: '',
    })
    const revoke = await run(['revoke', 'jürg@example.org'], settings)
    expect(revoke.stdout).toBe('  jürg@example.org is an ordinary member from now on.\n')
    const mailed = await database.orm.select().from(queued_mails)
    expect(mailed.map(({ recipient }) => recipient)).toEqual(Array(2).fill('jürg@example.org'))
    const last = await run(['revoke', 'second@example.org'], settings)
    expect([last.code, last.stderr]).toEqual([
      1,
      'second@example.org is the only admin: make another member admin first, or add --force.\n',
    ])
    // This command requires that the server is stopped.
    const reset = await run(['reset-second-factor', 'second@example.org'], settings)
    expect([reset.code, reset.stderr]).toEqual([
      2,
      expect.stringContaining('is already running on'),
    ])
  } finally {
    await jobs.stop()
    await database.close()
  }
})

it.each([
  [[], 'Name a command: list, grant, revoke, link, reset-second-factor, keys or rotate-key.'],
  [
    ['everyone'],
    'Name a command: list, grant, revoke, link, reset-second-factor, keys or rotate-key.',
  ],
  [
    ['list', 'ada@example.org'],
    'Name a command: list, grant, revoke, link, reset-second-factor, keys or rotate-key.',
  ],
  [['grant'], 'Name one address to grant.'],
  [['revoke', 'a@example.org', 'b@example.org'], 'Name one address to revoke.'],
  [['grant', 'a@example.org', '--role', 'king'], '--role must be one of admin, moderator.'],
  [['revoke', 'a@example.org', '--role', 'admin'], '--role is an option of grant only.'],
  [['grant', 'a@example.org', '--force'], '--force is an option of revoke only.'],
  [['rotate-key'], 'Name one key to rotate.'],
  [['rotate-key', 'captcha', 'push'], 'Name one key to rotate.'],
  [['rotate-key', 'everything'], 'No key is called everything: rotate-key rotates push, dkim,'],
  [['list', '--yes'], '--yes, --at-once and --activate are options of rotate-key only.'],
  [['--wrong'], '--wrong'],
])('the admin command explains %j in words', async (args, words) => {
  const { code, stderr } = await run(args)
  expect(code).toBe(2)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain('    at ')
})

it('the admin command names a setting that cannot be used', async () => {
  const { code, stderr } = await run(['list'], { ADMIN_EMAIL: 'nobody' })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('ADMIN_EMAIL="nobody" cannot be used'),
  ])
})

it('admin --help prints the options', async () => {
  const { code, stdout } = await run(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--role')
})

it('admin reset-second-factor removes the second factor, ends all sessions and queues a mail', async () => {
  const before = await openDatabase(readConfig(environment))
  const user = await createUser(before.orm, { email: 'lost@example.org' })
  await before.orm
    .update(users)
    .set({ second_factor_since: new Date() })
    .where(eq(users.id, user.id))
  await before.close()
  const { code, stdout } = await run(['reset-second-factor', 'Lost@example.org'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('is logged out on all devices')])
  expect((await run(['reset-second-factor', 'nobody@example.org'])).code).toBe(1)
  expect((await run(['reset-second-factor'])).code).toBe(2)
  const after = await openDatabase(readConfig(environment))
  const [row] = await after.orm.select().from(users).where(eq(users.id, user.id))
  const sessions = await after.orm
    .select()
    .from(tokens)
    .where(and(eq(tokens.user_id, user.id), eq(tokens.kind, 'session')))
  const acts = await after.orm.select().from(audit_log).where(eq(audit_log.subject_id, user.id))
  const mails = await after.orm
    .delete(queued_mails)
    .where(eq(queued_mails.recipient, 'lost@example.org'))
    .returning()
  await after.close()
  expect([row?.second_factor_since, sessions, mails.length]).toEqual([null, [], 1])
  expect(acts.map(({ actor, verb }) => [actor, verb])).toEqual([['command', 'reset_second_factor']])
})

it('admin keys lists the keys, and rotate-key rotates a key of the server only with --yes', async () => {
  const before = await openDatabase(readConfig(environment))
  await createUser(before.orm, { email: 'boss@example.org', role_id: ROLE_ID.admin })
  await before.close()
  const asked = await run(['rotate-key', 'captcha'])
  expect(asked).toMatchObject({
    code: 1,
    stderr: 'Nothing was changed: without a terminal, add --yes to rotate the key.\n',
  })
  expect(asked.stdout).toContain('until they expire after 10 minutes')
  expect((await run(['keys'])).stdout).toMatch(/captcha +not set; database/)
  const { code, stdout } = await run(['rotate-key', 'captcha', '--yes'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Running processes know it already.')])
  const secrets = { METRICS_TOKEN: 'a-token-for-prometheus', SMTP_URL: 'smtp://me:letters@mail' }
  const listed = await run(['keys'], secrets)
  expect(listed.stdout).toMatch(/captcha +set, since \d{4}-\d\d-\d\d, the previous one until/)
  expect(listed.stdout).toMatch(/metrics +set; METRICS_TOKEN/)
  for (const secret of ['a-token-for-prometheus', 'letters']) {
    expect(listed.stdout).not.toContain(secret)
  }
  const steps = await run(['rotate-key', 'metrics'])
  expect([steps.code, steps.stdout]).toEqual([0, expect.stringContaining('METRICS_TOKEN=NEW,OLD')])
  expect(await run(['rotate-key', 'dkim', '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run dkim-key'),
  })
  expect((await run(['rotate-key', 'captcha', '--yes', '--activate'])).code).toBe(1)
  const after = await openDatabase(readConfig(environment))
  const acts = await after.orm.select().from(audit_log).where(eq(audit_log.subject, 'key'))
  const mails = await after.orm
    .select()
    .from(queued_mails)
    .where(eq(queued_mails.recipient, 'boss@example.org'))
  await after.close()
  expect(acts.map(({ actor, verb, label }) => [actor, verb, label])).toEqual([
    ['command', 'rotate', 'captcha'],
  ])
  expect(mails).toHaveLength(1)
})

it('admin rotate-key does not rotate a key pair from the settings, and prints the steps', async () => {
  const pair = { VAPID_PUBLIC_KEY: 'p'.repeat(87), VAPID_PRIVATE_KEY: 's'.repeat(43) }
  const { code, stdout } = await run(['rotate-key', 'push', '--yes'], pair)
  expect([code, stdout]).toEqual([0, expect.stringContaining('web-push generate-vapid-keys')])
  expect(stdout).not.toContain('sss')
})
