import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cases } from '#features/community/moderation/tables.ts'
import { passkey_challenges } from '#features/people/sign-in/passkeys/tables.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { attempts, spent_captchas, tokens } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { cleanUp } from './testing/clean-up.ts'
import { createLetterbox, createUser, type TestUser } from './testing/factories.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

/** The user's session, which lasts for months. */
const SESSIONS = 1

let test: TestApp
let user: TestUser
beforeAll(async () => {
  test = await createTestApp()
  user = await createUser(test.deps.database.orm)
  // The session's device is remembered for longer.
  await test.deps.database.orm.delete(attempts)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

async function leave(now: Date): Promise<void> {
  await createToken(orm(), 'login', user, now)
  await orm()
    .insert(spent_captchas)
    .values({ id: now.toISOString(), expires_at: new Date(now.getTime() + 600_000) })
  const expires_at = new Date(now.getTime() + 300_000)
  await orm().insert(passkey_challenges).values({ challenge: now.toISOString(), expires_at })
  await limitAttempts(orm(), ['login', now.toISOString()], { max: 1, windowMs: 900_000 }, now)
}

async function countAll(): Promise<number[]> {
  const kept = await Promise.all([
    orm().select().from(tokens),
    orm().select().from(spent_captchas),
    orm().select().from(attempts),
    orm().select().from(passkey_challenges),
  ])
  return kept.map((rows) => rows.length)
}

it('the cleaning deletes expired rows and keeps the others', async () => {
  await leave(new Date(Date.now() - 8 * DAY_MS))
  await leave(new Date())
  expect(await countAll()).toEqual([SESSIONS + 2, 2, 2, 2])
  await cleanUp(test.deps, new Date())
  expect(await countAll()).toEqual([SESSIONS + 1, 1, 1, 1])
})

it('the cleaning runs by itself while the server runs', async () => {
  const running = await createTestApp({ sharing: test })
  running.advance(30 * DAY_MS)
  await running.deps.jobs.work()
  await vi.waitFor(async () => expect(await countAll()).toEqual([SESSIONS, 0, 0, 0]))
  await running.close()
})

it('the cleaning deletes the reports of visitors after half a year, but not those of members', async () => {
  const { id } = await createLetterbox(orm())
  const report = {
    kind: 'report',
    letterbox_id: id,
    type: 'other',
    title: 'Gone',
    lang: 'en',
  } as const
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
  await orm()
    .insert(cases)
    .values([
      { ...report, email: 'old@example.org', created_at: daysAgo(183) },
      { ...report, email: 'new@example.org', created_at: daysAgo(181) },
      { ...report, email: 'member@example.org', user_id: user.id, created_at: daysAgo(183) },
    ])
  await cleanUp(test.deps, new Date())
  const kept = await orm().select({ email: cases.email }).from(cases).orderBy(cases.email)
  expect(kept.map(({ email }) => email)).toEqual(['member@example.org', 'new@example.org'])
})
