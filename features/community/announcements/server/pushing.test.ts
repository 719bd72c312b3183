import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createPushApp, type PushApp } from '#app/server/testing/push-app.ts'
import type { Device } from '#app/server/testing/push-server.ts'
import { pushApi } from '#features/people/notifications/contract.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { mailings } from '#platform/server/mail/tables.ts'
import { configApi } from '#platform/shared/config.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminAnnouncementsApi } from '../contract.admin.ts'
import { announcements } from '../tables.ts'

let pushing: PushApp
let moderator: TestUser
beforeAll(async () => {
  pushing = await createPushApp()
})
beforeEach(async () => {
  for (const table of [mailings, announcements, users]) await orm().delete(table)
  moderator = await createUser(orm(), { role_id: ROLE_ID.moderator })
})
afterAll(() => pushing.close())

const orm = () => pushing.test.deps.database.orm

/** A browser that receives pushes for this account. */
async function deviceOf({ token }: TestUser): Promise<Device> {
  const { test, service } = pushing
  const { body } = await test.call(configApi.get)
  const device = await service.subscribe(body.vapid_public_key ?? '')
  const subscribed = await test.call(pushApi.subscribe, { as: token, body: device.subscription })
  expect(subscribed.status).toBe(204)
  return device
}
async function anotherDeviceOf(user: TestUser): Promise<Device> {
  const { test } = pushing
  const token = await createSession(orm(), { userId: user.id }, test.deps.clock())
  return deviceOf({ ...user, token })
}
const person = () => createUser(orm(), { enable_notifications: true })

/**
 * Starts sending an announcement by push.
 * @returns its id
 */
async function begin(): Promise<number> {
  const { test } = pushing
  const as = moderator.token
  const body = { title: 'Repair café', content: 'Come!', by_push: true }
  const { id, version } = (await test.call(adminAnnouncementsApi.create, { as, body })).body
  const published = await test.call(adminAnnouncementsApi.publish, { as, body: { id, version } })
  const read = { id, version: published.body.version }
  expect((await test.call(adminAnnouncementsApi.send, { as, body: read })).status).toBe(200)
  return id
}
async function go() {
  await feedMailings(pushing.test.deps)
  await pushing.test.deps.pushes.drain()
  await feedMailings(pushing.test.deps)
}
const turn = (which: 'pause' | 'resume', id: number) =>
  pushing.test.call(adminAnnouncementsApi[which], { as: moderator.token, body: { id } })
const pushOf = async (id: number) =>
  (
    await pushing.test.call(adminAnnouncementsApi.sending, {
      as: moderator.token,
      query: { id: `${id}` },
    })
  ).body.push

it('push figures count each person once, by the best result of their devices', async () => {
  const [reached, refused, gone, both] = await Promise.all([1, 2, 3, 4].map(person))
  const list = [reached, refused, gone, both] as TestUser[]
  const devices: Device[] = []
  for (const each of list) devices.push(await deviceOf(each))
  devices[1]?.answers.push(400)
  devices[2]?.answers.push(410)
  devices[3]?.answers.push(410)
  const second = await anotherDeviceOf(both as TestUser)
  const id = await begin()
  await go()
  expect(devices[0]?.received).toHaveLength(1)
  expect(second.received).toHaveLength(1)
  // The moderator has no device.
  expect(await pushOf(id)).toMatchObject({
    state: 'done',
    sent: 2,
    refused: 1,
    gone: 1,
    skipped: 1,
    waiting: 0,
  })
})

it('push sending keeps to its pace', async () => {
  const people = await Promise.all([1, 2, 3].map(person))
  const devices: Device[] = []
  for (const each of people) devices.push(await deviceOf(each))
  const { test } = pushing
  const before = test.deps.config
  test.deps.config = { ...before, bulkPushesPerHour: 120 }
  try {
    const id = await begin()
    await go()
    await go()
    const received = () => devices.reduce((sum, device) => sum + device.received.length, 0)
    // The pace is two a minute.
    expect(received()).toBe(2)
    expect(await pushOf(id)).toMatchObject({ state: 'running', sent: 2 })
    test.advance(61_000)
    await go()
    expect(received()).toBe(3)
    expect(await pushOf(id)).toMatchObject({ state: 'done', sent: 3 })
  } finally {
    test.deps.config = before
  }
})

it('a paused push sending also holds back queued pushes, and can be resumed', async () => {
  const device = await deviceOf(await person())
  const id = await begin()
  await feedMailings(pushing.test.deps)
  await turn('pause', id)
  await go()
  expect(device.calls).toBe(0)
  expect(await pushOf(id)).toMatchObject({ state: 'paused', waiting: 1, sent: 0 })
  await turn('resume', id)
  await go()
  expect(device.received).toHaveLength(1)
  expect(await pushOf(id)).toMatchObject({ state: 'done', sent: 1 })
})
