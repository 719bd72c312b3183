import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messageReportsApi, reportsApi } from '#features/community/moderation/contract.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { tellModerators } from '#features/lending/conversations/held/server/door.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { endOrTellOfWait } from '#features/people/newcomers/server/deciding.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { local_mails, queued_mails } from '#platform/server/mail/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { INSIDE, OUTLINE, OUTSIDE, POSTCODES } from '../testing/area-samples.ts'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const CHIEF = 'chief@example.org'

let test: TestApp
let byPostcodes: TestUser
let byOutline: TestUser
let inside: TestLetterbox
let outside: TestLetterbox
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: CHIEF } })
})
afterAll(() => test.close())
beforeEach(async () => {
  await orm().delete(users)
  await orm().delete(community_settings)
  await orm().delete(queued_mails)
  await orm().delete(local_mails)
  byPostcodes = await createUser(orm(), { tasks: ['moderation'], area: POSTCODES })
  byOutline = await createUser(orm(), { tasks: ['moderation'], area: OUTLINE })
  inside = await createLetterbox(orm(), INSIDE)
  outside = await createLetterbox(orm(), OUTSIDE)
})
const orm = () => test.deps.database.orm

/** Who got mails to the staff since the last look, and their subjects. */
async function told(): Promise<Record<string, string[]>> {
  const names = new Map([
    [byPostcodes.email, 'byPostcodes'],
    [byOutline.email, 'byOutline'],
    [CHIEF, 'chief'],
  ])
  const mails = await test.mails()
  await orm().delete(local_mails)
  const subjects: Record<string, string[]> = {}
  for (const { recipient, subject } of mails) {
    const name = names.get(recipient)
    if (name) subjects[name] = [...(subjects[name] ?? []), subject]
  }
  return subjects
}

async function report(letterbox: TestLetterbox): Promise<void> {
  const reporter = await createUser(orm())
  const body = { letterboxId: letterbox.id, reportTypeId: 1, title: 'Gone', lang: 'en' } as const
  const { status } = await test.call(reportsApi.store, { as: reporter.token, body })
  expect(status).toBe(201)
}

/** A conversation with one message to this letterbox. */
async function write(letterbox: TestLetterbox, held = false) {
  const borrower = await createUser(orm())
  const sides = { borrower_id: borrower.id, lender_id: letterbox.owner.id }
  const item_id = await createItem(orm(), 1)
  const [{ id: transaction_id = '' } = {}] = await orm()
    .insert(transactions)
    .values({ ...sides, item_id })
    .returning()
  const [message] = await orm()
    .insert(messages)
    .values({
      transaction_id,
      from_id: borrower.id,
      to_id: letterbox.owner.id,
      text: 'Hello',
      ...(held && { held_at: new Date(), held_for: 'many_letterboxes' }),
    })
    .returning()
  return message?.id ?? ''
}

describe('mails about reports', () => {
  const one = [expect.any(String)]

  it('of a letterbox go to the moderators of its area, or to the administrator if it is in none', async () => {
    await report(inside)
    expect(await told()).toEqual({ byPostcodes: one, byOutline: one })
    await report(outside)
    expect(await told()).toEqual({ chief: one })
  })

  it('of a message go to the moderators of the area of its letterbox, and to the administrator', async () => {
    const reportMessage = async (letterbox: TestLetterbox) => {
      const body = { message_id: await write(letterbox), reason: 'rude' } as const
      await test.call(messageReportsApi.store, { as: letterbox.owner.token, body })
    }
    await reportMessage(inside)
    expect(await told()).toEqual({ byPostcodes: one, byOutline: one, chief: one })
    await reportMessage(outside)
    expect(await told()).toEqual({ chief: one })
  })

  it('outside do not go to an administrator whose account has an area by now', async () => {
    await createUser(orm(), { email: CHIEF, tasks: ['moderation'], area: POSTCODES })
    await report(inside)
    expect(await told()).toEqual({ byPostcodes: one, byOutline: one, chief: one })
    await report(outside)
    expect(await told()).toEqual({})
  })
})

describe('mails about held messages', () => {
  const hold = async (letterbox: TestLetterbox) => {
    await write(letterbox, true)
    await orm().transaction((db) => {
      const sending = { db, deps: test.deps, now: test.deps.clock() }
      return tellModerators(sending, letterbox.owner.id)
    })
  }
  const ONE = ['A message waits for you']
  const ONE_DE = ['Eine Nachricht wartet auf dich']

  it('count what waits in the area of the reader', async () => {
    await hold(outside)
    expect(await told()).toEqual({ chief: ONE_DE })
    test.advance(2 * HOUR_MS)
    await hold(inside)
    expect(await told()).toEqual({
      byPostcodes: ONE,
      byOutline: ONE,
      chief: ['2 Nachrichten warten auf dich'],
    })
  })

  it('go to the people of each area once an hour, whatever was held elsewhere before', async () => {
    await hold(outside)
    await told()
    await hold(inside)
    expect(await told()).toEqual({ byPostcodes: ONE, byOutline: ONE })
    await hold(inside)
    expect(await told()).toEqual({})
  })
})

describe('mails about newcomers', () => {
  const ONE = ['Somebody waits to be let in']
  const ONE_DE = ['Jemand wartet darauf, mitmachen zu dürfen']
  beforeEach(async () => {
    const admin = await createUser(orm(), { role_id: 3 })
    const settings = (await test.call(settingsApi.list, { as: admin.token })).body
    const version = settings.find(({ key }) => key === 'gate')?.version ?? 0
    const value = { gate: 'waiting', answer_days: 3 + (version % 2) } as const
    await test.call(settingsApi.save, { as: admin.token, body: { key: 'gate', version, value } })
  })

  const confirm = ({ owner: { id, email } }: TestLetterbox) =>
    orm().transaction((tx) => endOrTellOfWait(tx, test.deps, { id, email, isFirst: true }))
  const ownerFields = () => ({ waiting_since: new Date() })

  it('go to the moderators of the area of their letterbox', async () => {
    await confirm(await createLetterbox(orm(), { ...OUTSIDE, ownerFields: ownerFields() }))
    expect(await told()).toEqual({ chief: ONE_DE })
    await confirm(await createLetterbox(orm(), { ...INSIDE, ownerFields: ownerFields() }))
    expect(await told()).toEqual({ byPostcodes: ONE, byOutline: ONE })
  })

  it('go to the moderators of an outline when the letterbox has got its spot', async () => {
    const nowhere = { ...INSIDE, latitude: null, longitude: null }
    const newcomer = await createLetterbox(orm(), { ...nowhere, ownerFields: ownerFields() })
    await confirm(newcomer)
    expect(await told()).toEqual({ byPostcodes: ONE, chief: ONE_DE })
    const { latitude, longitude } = INSIDE
    const body = { latitude, longitude, certain: true }
    const moved = await test.call(letterboxesApi.updateLocation, { as: newcomer.owner.token, body })
    expect(moved.status).toBe(200)
    expect(await told()).toEqual({ byOutline: ONE })
  })
})
