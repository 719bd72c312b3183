import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { local_mails, mailings, queued_mails } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminAnnouncementsApi } from '../contract.admin.ts'
import { announcements } from '../tables.ts'
import { sendPlanned } from './planning.ts'

/** Start time: ten o'clock in Zurich. */
const STARTS = new Date('2026-06-11T08:00:00Z')

let test: TestApp
let moderator: TestUser
let now: Date
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => now } })
})
beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z')
  for (const table of [mailings, announcements, users, local_mails, queued_mails])
    await orm().delete(table)
  moderator = await createUser(orm(), { role_id: ROLE_ID.moderator, firstname: 'Mona' })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

interface Read {
  id: number
  version: number
}

/** Publishes an announcement that is shown from tomorrow on. */
async function schedule(body: object = {}): Promise<Read> {
  const written = { title: 'Repair café', content: 'Come!', by_mail: true }
  const times = { visible_from: '2026-06-11T10:00', visible_until: '2026-06-11T20:00' }
  const as = moderator.token
  const made = await test.call(adminAnnouncementsApi.create, {
    as,
    body: { ...written, ...times, ...body },
  })
  const { id, version } = made.body
  const published = await test.call(adminAnnouncementsApi.publish, { as, body: { id, version } })
  return { id, version: published.body.version }
}
const send = (read: Read, as = moderator.token) =>
  test.call(adminAnnouncementsApi.send, { as, body: read })
const unplan = ({ id }: Read) =>
  test.call(adminAnnouncementsApi.unplan, { as: moderator.token, body: { id } })
const sendingOf = async ({ id }: Read) =>
  (await test.call(adminAnnouncementsApi.sending, { as: moderator.token, query: { id: `${id}` } }))
    .body
const begun = () => orm().select().from(mailings)
const subjects = async () =>
  (await test.mails()).map(({ recipient, subject }) => [recipient, subject])

it('a planned sending begins at its time, once despite several processes, and its planner is notified', async () => {
  const read = await schedule()
  expect((await send(read)).body).toMatchObject({ mail: null, plan: { done_at: null } })
  await sendPlanned(test.deps)
  expect(await begun()).toEqual([])
  now = STARTS
  await Promise.all([1, 2, 3].map(() => sendPlanned(test.deps)))
  expect(await begun()).toHaveLength(1)
  expect(await subjects()).toEqual([[moderator.email, 'Sending has begun: Repair café']])
  const sending = await sendingOf(read)
  expect(sending.mail).toMatchObject({ state: 'running', waiting: 1 })
  expect(sending.plan).toMatchObject({ done_at: '2026-06-11T10:00' })
  expect(sending.plan?.by).toMatch(/^Mona/)
  const acts = await orm()
    .select()
    .from(audit_log)
    .where(and(eq(audit_log.verb, 'send'), eq(audit_log.subject_id, `${read.id}`)))
  expect(acts).toMatchObject([{ actor: 'system' }])
})

it('a planned sending begins at the new time when the announcement is rescheduled', async () => {
  const read = await schedule()
  await send(read)
  const body = {
    ...read,
    title: 'T',
    content: 'C',
    by_mail: true,
    visible_from: '2026-06-12T10:00',
  }
  await test.call(adminAnnouncementsApi.update, { as: moderator.token, body })
  now = STARTS
  await sendPlanned(test.deps)
  expect(await begun()).toEqual([])
  now = new Date('2026-06-12T08:00:30Z')
  await sendPlanned(test.deps)
  expect(await begun()).toHaveLength(1)
})

it('a planned sending is cancelled by its planner, by retiring, or by deselecting mail and push', async () => {
  const calledOff = await schedule()
  expect((await unplan(calledOff)).error.code).toBe('conflict')
  await send(calledOff)
  expect((await unplan(calledOff)).body.plan).toBeNull()
  const retired = await schedule()
  await send(retired)
  const taken = await test.call(adminAnnouncementsApi.retire, {
    as: moderator.token,
    body: retired,
  })
  await test.call(adminAnnouncementsApi.publish, {
    as: moderator.token,
    body: { id: retired.id, version: taken.body.version },
  })
  const pageOnly = await schedule()
  await send(pageOnly)
  await test.call(adminAnnouncementsApi.update, {
    as: moderator.token,
    body: { ...pageOnly, title: 'T', content: 'C' },
  })
  now = STARTS
  await sendPlanned(test.deps)
  expect(await begun()).toEqual([])
  expect(await subjects()).toEqual([])
})

it('a sending is planned once, and only for a scheduled announcement with a channel to send it', async () => {
  const read = await schedule()
  await send(read)
  expect((await send(read)).error.code).toBe('conflict')
  expect((await send(await schedule({ by_mail: false }))).error.code).toBe('conflict')
  const member = await createUser(orm())
  expect((await send(read, member.token)).status).toBe(404)
})

it('a planned sending that is over before a server could begin it only notifies its planner', async () => {
  const read = await schedule()
  await send(read)
  now = new Date('2026-06-12T08:00:00Z')
  await sendPlanned(test.deps)
  await sendPlanned(test.deps)
  expect(await begun()).toEqual([])
  expect(await subjects()).toEqual([[moderator.email, 'Not sent: Repair café']])
})

it('a planned sending begins even if its planner is gone or has lost the task', async () => {
  const [gone, kept] = [await schedule(), await schedule()]
  const other = await createUser(orm(), { role_id: ROLE_ID.moderator })
  await send(gone, other.token)
  await send(kept)
  await orm().delete(users).where(eq(users.id, other.id))
  await orm().update(users).set({ role_id: ROLE_ID.member }).where(eq(users.id, moderator.id))
  now = STARTS
  await sendPlanned(test.deps)
  expect(await begun()).toHaveLength(2)
  expect(await subjects()).toEqual([])
})
