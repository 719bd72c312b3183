import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { countSilences } from '#features/places/letterboxes/reach/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import type { users } from '#platform/server/identity/tables.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { type ConfirmationAnswer, upkeepApi } from '../contract.ts'
import { askForSigns, followSigns } from './signs-of-life.ts'

const VIEW = { north_east: '48,9' as never, south_west: '47,8' as never }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
// Each test needs only its own letterbox.
beforeEach(() => test.deps.database.orm.delete(letterboxes))

const orm = () => test.deps.database.orm
const ago = (days: number) => new Date(test.deps.clock().getTime() - days * DAY_MS)
const silentFor = (days: number) => ({
  created_at: ago(days),
  updated_at: ago(days),
  items_confirmed_at: ago(days),
})
const asksForIt = { enable_messaging: true }

/** A letterbox without a sign of life for most of a year. */
const makeSilent = (ownerFields: Partial<typeof users.$inferInsert> = {}, id?: string) =>
  createLetterbox(orm(), {
    ...(id && { id }),
    items: [4],
    ...silentFor(300),
    ownerFields: { ...asksForIt, ...ownerFields },
  })

async function round() {
  await askForSigns(test.deps)
  await followSigns(test.deps)
}

async function daysLater(days: number) {
  test.advance(days * DAY_MS)
  await round()
}

const mailsTo = async ({ owner }: TestLetterbox) =>
  (await test.mails()).filter((mail) => mail.recipient === owner.email)
const tokenOf = (html: string | undefined) =>
  /confirm\?token=([\w-]{43})/.exec(html ?? '')?.[1] ?? ''
const answer = (token: string, what: ConfirmationAnswer) =>
  test.call(upkeepApi.answerConfirmation, { body: { token, answer: what } })

async function stored({ id }: TestLetterbox) {
  const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
  return [row?.sign_asked_at, row?.sign_asked_again_at, row?.silent_since, row?.gone_since].map(
    (at) => at != null,
  )
}
/** Whether the last question counts for the answer band, and whether it counts as answered. */
async function counted({ id }: TestLetterbox) {
  const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
  return [row?.sign_question_at, row?.sign_answer_at].map((at) => at != null)
}
const FINE = [false, false, false, false]

/** Whether the letterbox is visible by id, in lists and in tiles. */
async function isSeen({ id }: TestLetterbox): Promise<boolean[]> {
  await test.deps.letterboxFeed.refresh([id])
  const one = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
  const list = await test.call(letterboxesApi.list, { query: VIEW })
  const tile = await test.call(letterboxesApi.tile, {
    params: { z: '0' as never, x: '0' as never, y: '0' as never },
  })
  return [
    one.status === 200,
    list.body.letterboxes.some((each) => each.id === id),
    tile.body.letterboxes.some((each) => each.id === id),
  ]
}
/** What its pin in a tile shows, once the database's announcement has reached the index. */
const pinOf = async ({ id }: TestLetterbox) => {
  const tile = await test.call(letterboxesApi.tile, {
    params: { z: '0' as never, x: '0' as never, y: '0' as never },
  })
  return tile.body.letterboxes.find((pin) => pin.id === id)
}
const isSilent = async ({ id }: TestLetterbox) =>
  (await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })).body.silent

/** The test clock moved by more than the lifetime of a session. */
const sessionOf = ({ owner }: TestLetterbox) =>
  createSession(orm(), { userId: owner.id }, test.deps.clock())

async function makeGone() {
  const box = await makeSilent()
  await round()
  await daysLater(10)
  await daysLater(11)
  await daysLater(35)
  return box
}

describe('a letterbox without signs of life', () => {
  it('gets two mails, then is silent, then leaves the map with a third mail', async () => {
    const box = await makeSilent()
    await round()
    expect(await mailsTo(box)).toHaveLength(1)
    await daysLater(9)
    expect(await mailsTo(box)).toHaveLength(1)
    await daysLater(1)
    expect(await mailsTo(box)).toHaveLength(2)
    await daysLater(10)
    expect(await isSilent(box)).toBe(false)
    await daysLater(1)
    expect(await isSilent(box)).toBe(true)
    expect(await isSeen(box)).toEqual([true, true, true])
    expect(await countSilences(orm())).toEqual({ asked: 0, silent: 1, gone: 0, unclaimed: 0 })
    await daysLater(34)
    expect(await isSeen(box)).toEqual([true, true, true])
    await daysLater(1)
    expect(await isSeen(box)).toEqual([false, false, false])
    expect(await countSilences(orm())).toEqual({ asked: 0, silent: 0, gone: 1, unclaimed: 0 })
    const mails = await mailsTo(box)
    expect(mails).toHaveLength(3)
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
    for (const { html } of mails) {
      for (const way of ['still_lending', 'not_now', 'take_off']) {
        expect(html).toContain(`answer=${way}`)
      }
    }
    await daysLater(100)
    expect(await mailsTo(box)).toHaveLength(3)
  })

  it('has a silent pin in every process until there is a sign of life', async () => {
    const box = await makeSilent()
    await round()
    await daysLater(10)
    await vi.waitFor(async () => expect(await pinOf(box)).toBeDefined())
    expect(await pinOf(box)).not.toHaveProperty('silent')
    await daysLater(11)
    await vi.waitFor(async () => expect(await pinOf(box)).toHaveProperty('silent', true))
    await test.call(upkeepApi.confirmItems, { as: await sessionOf(box) })
    expect(await pinOf(box)).not.toHaveProperty('silent')
  })

  it('gets its mail even among more letterboxes than one query reads', async () => {
    await test.deps.database.query(`
      WITH people AS (
        INSERT INTO users (email, firstname, lastname)
        SELECT 'many' || i || '@neighbours.example', 'Many', 'Probst' FROM generate_series(1, 2100) AS i RETURNING id
      )
      INSERT INTO letterboxes (user_id, address, postcode, city, country)
      SELECT id, 'Hohlstrasse 40', '8004', 'Zürich', 'CH' FROM people`)
    const boxes = [
      await makeSilent({}, '00000000-0000-4000-8000-000000000001'),
      await makeSilent({}, '88888888-8888-4888-8888-888888888888'),
      await makeSilent({}, 'ffffffff-ffff-4fff-bfff-ffffffffffff'),
    ]
    await round()
    for (const box of boxes) expect(await mailsTo(box)).toHaveLength(1)
  })

  it('gets one mail from several processes', async () => {
    const box = await makeSilent()
    await Promise.all([round(), round(), round()])
    expect(await mailsTo(box)).toHaveLength(1)
    test.advance(10 * DAY_MS)
    await Promise.all([round(), round(), round()])
    expect(await mailsTo(box)).toHaveLength(2)
  })

  it('is one of fifty at most that get a mail per hour, also after restarts', async () => {
    for (let i = 0; i < 52; i++) await makeSilent()
    const asked = async () =>
      (await orm().select().from(letterboxes)).filter((row) => row.sign_asked_at).length
    await askForSigns(test.deps)
    await askForSigns(test.deps)
    expect(await asked()).toBe(50)
    test.advance(HOUR_MS)
    await askForSigns(test.deps)
    expect(await asked()).toBe(52)
  })

  it('gets no mail if the community switched it off, and its state is cleared', async () => {
    const box = await makeSilent()
    await round()
    const settings = test.deps.settings.current()
    const { silent_days } = settings.limits
    settings.limits.silent_days = 0
    await round()
    const other = await makeSilent()
    await round()
    settings.limits.silent_days = silent_days
    expect(await stored(box)).toEqual(FINE)
    expect(await counted(box)).toEqual([false, false])
    expect(await mailsTo(other)).toEqual([])
  })

  it.each<[string, Partial<typeof users.$inferInsert>]>([
    ['takes no messages', { enable_messaging: false }],
    ['lends nothing for now', { takes_requests: false }],
    ['is not on the map', { show_on_map: false }],
    ['wants no such mails', { notify_community: 'off' }],
    ['has not confirmed the address', { email_confirmed_at: null }],
    ['sells stickers', { reseller: true }],
  ])('gets no mail if its owner %s', async (_why, fields) => {
    const box = await makeSilent(fields)
    await round()
    expect(await stored(box)).toEqual(FINE)
    expect(await mailsTo(box)).toEqual([])
  })

  it('gets no mail if the owner’s address is refused', async () => {
    const box = await makeSilent()
    await orm()
      .insert(refused_addresses)
      .values({ address: box.owner.email.toLowerCase(), code: '5.1.1', refused_at: ago(1) })
    await round()
    expect(await stored(box)).toEqual(FINE)
  })

  it('gets a mail after two expired requests, not after one', async () => {
    const box = await createLetterbox(orm(), {
      items: [4],
      ...silentFor(30),
      ownerFields: asksForIt,
    })
    const borrower = await createUser(orm())
    const expire = (days: number) =>
      orm()
        .insert(transactions)
        .values({
          item_id: 4,
          borrower_id: borrower.id,
          lender_id: box.owner.id,
          status: 'expired',
          created_at: ago(days + 7),
          updated_at: ago(days),
        })
    await expire(9)
    await round()
    expect(await mailsTo(box)).toEqual([])
    await expire(2)
    await round()
    expect(await mailsTo(box)).toHaveLength(1)
  })
})

describe('a sign of life', () => {
  it('by the mail ends the silence with "still lending"', async () => {
    const box = await makeGone()
    expect(await isSeen(box)).toEqual([false, false, false])
    const mails = await mailsTo(box)
    const token = tokenOf(mails.at(-1)?.html)
    expect((await answer(token, 'still_lending')).status).toBe(204)
    expect(await isSeen(box)).toEqual([true, true, true])
    expect(await stored(box)).toEqual(FINE)
    expect(await counted(box)).toEqual([true, true])
    expect((await answer(token, 'take_off')).error.code).toBe('invalid_token')
    await daysLater(1)
    expect(await mailsTo(box)).toHaveLength(3)
  })

  it('can be "not now", which stops requests', async () => {
    const box = await makeSilent()
    await round()
    const [mail] = await mailsTo(box)
    expect((await answer(tokenOf(mail?.html), 'not_now')).status).toBe(204)
    const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: box.id } })
    expect([body.takes_requests, body.silent]).toEqual([false, false])
    await daysLater(365)
    expect(await mailsTo(box)).toHaveLength(1)
  })

  it('can be "not any more", which takes the letterbox off the map', async () => {
    const box = await makeSilent()
    await round()
    const [mail] = await mailsTo(box)
    await answer(tokenOf(mail?.html), 'take_off')
    expect(await isSeen(box)).toEqual([false, false, false])
    expect(await stored(box)).toEqual(FINE)
  })

  it('in the profile brings a gone letterbox back with one press', async () => {
    const box = await makeGone()
    const own = await test.call(profileApi.userinfo, { as: await sessionOf(box) })
    expect([own.body.letterbox?.silent, own.body.letterbox?.gone]).toEqual([true, true])
    const back = await test.call(upkeepApi.confirmItems, { as: await sessionOf(box) })
    expect([back.body.silent, back.body.gone]).toEqual([false, false])
    expect(await isSeen(box)).toEqual([true, true, true])
  })

  it('can be an answer to a request', async () => {
    const box = await makeGone()
    const borrower = await createUser(orm())
    await orm()
      .insert(transactions)
      .values({
        item_id: 4,
        borrower_id: borrower.id,
        lender_id: box.owner.id,
        created_at: ago(3),
        answered_at: ago(0),
      })
    expect(await counted(box)).toEqual([true, false])
    await round()
    expect(await stored(box)).toEqual(FINE)
    expect(await counted(box)).toEqual([true, true])
    expect(await isSeen(box)).toEqual([true, true, true])
  })

  it('can be a holiday, which ends the question', async () => {
    const box = await makeSilent()
    await round()
    await test.call(upkeepApi.updateHoliday, {
      as: await sessionOf(box),
      body: { holiday_until: ago(-20).toISOString().slice(0, 10) },
    })
    await round()
    expect(await stored(box)).toEqual(FINE)
  })
})
