import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROOT } from '#platform/server/paths.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { contractCalls } from './contract-calls.ts'
import { createWorld, ROUTES, send, type World } from './routes.ts'

let test: TestApp
let world: World
beforeAll(async () => {
  test = await createTestApp()
  world = await createWorld(test)
  const { orm } = test.deps.database
  await orm.update(users).set({ waiting_since: new Date() }).where(eq(users.id, world.owner.id))
})
afterAll(() => test.close())

const nameOf = ({ name }: { name: string }) => name.replace(API_BASE, '')

/** Calls that a newcomer may not make: no one hears from a person whom no moderator has approved. */
const REFUSED = [
  'POST /accessTokens/create',
  'POST /household/invite',
  'POST /household/remove',
  'POST /household/withdraw',
  'POST /letterboxes/confirmItems',
  'POST /reports/store',
  'POST /reports/storeMessage',
  'POST /transactions/agreeDays',
  'POST /transactions/answer',
  'POST /transactions/archive',
  'POST /transactions/ask',
  'POST /transactions/changeDays',
  'POST /transactions/create',
  'POST /transactions/endCalendarFeed',
  'POST /transactions/handOver',
  'POST /transactions/hideThanks',
  'POST /transactions/keepDays',
  'POST /transactions/makeCalendarFeed',
  'POST /transactions/markMessagesSeen',
  'POST /transactions/mute',
  'POST /transactions/notFetched',
  'POST /transactions/noteLoan',
  'POST /transactions/propose',
  'POST /transactions/return',
  'POST /transactions/sayAgreed',
  'POST /transactions/sayFetched',
  'POST /transactions/sendMessage',
  'POST /transactions/thank',
  'POST /transactions/undo',
  'POST /transactions/withdraw',
  'POST /waits/join',
  'POST /wishes/askLater',
  'POST /wishes/create',
]

it('a waiting newcomer is refused the calls that reach other people, and no others', async () => {
  const refused: string[] = []
  const allowed = (await contractCalls())
    .filter(({ call }) => call.whileWaiting)
    .map(({ call: { method, path } }) => `${method} ${path}`)
  expect(allowed.length).toBeGreaterThan(30)
  for (const route of ROUTES) {
    if (route.method !== 'POST' || route.statuses.includes(null)) continue
    // Calls that end the account or its session are allowed, as their contract says.
    if (allowed.includes(nameOf(route))) continue
    // Logging in, which some calls do, ends the session that they are made with.
    world.owner.token = await createSession(
      test.deps.database.orm,
      { userId: world.owner.id },
      new Date(),
    )
    const { status, code } = await send(test, route, world, 'owner')
    if (status === 403 && code === 'not_let_in') refused.push(nameOf(route))
  }
  expect(refused.sort()).toEqual(REFUSED)
})

/** Source files of the server, without tests. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sources(path)
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : []
  })
}

it('every insertion of an account respects the gate', () => {
  const inserting = ['features', 'platform/server', 'commands']
    .flatMap(sources)
    .filter((path) => /\.insert\(users\)/.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(inserting.length).toBeGreaterThan(3)
  const asked = /admit\(|BROUGHT_BY_COMMUNITY|\.\.\.admission/
  expect(inserting.filter((path) => !asked.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual(
    [],
  )
})
