import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { upkeepApi } from '../contract.ts'
import { keepUp } from './upkeep.ts'

const VIEW = { north_east: '48,9' as never, south_west: '47,8' as never }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const day = (offset: number) =>
  dayIn('Europe/Zurich', new Date(test.deps.clock().getTime() + offset * DAY_MS))
const setHoliday = (as: string, holiday_until: string | null) =>
  test.call(upkeepApi.updateHoliday, { as, body: { holiday_until } })

async function isSeen({ id }: TestLetterbox): Promise<boolean[]> {
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

describe('a holiday', () => {
  it('hides the letterbox from everyone else and ends by itself', async () => {
    const box = await createLetterbox(orm(), {
      items: [4],
      ownerFields: { enable_messaging: true },
    })
    const guest = await createUser(orm(), { enable_messaging: true })
    await test.deps.letterboxFeed.refresh([box.id])
    expect(await isSeen(box)).toEqual([true, true, true])

    const gone = await setHoliday(box.owner.token, day(3))
    expect(gone.body.holiday_until).toBe(day(3))
    expect(await isSeen(box)).toEqual([false, false, false])
    const asked = await test.call(requestsApi.create, {
      as: guest.token,
      body: { renter_id: box.owner.id, item_id: 4, text: 'Hello' },
    })
    const nobody = await test.call(requestsApi.create, {
      as: guest.token,
      body: { renter_id: '00000000-0000-4000-8000-000000000000', item_id: 4, text: 'Hello' },
    })
    expect([asked.status, asked.body]).toEqual([nobody.status, nobody.body])

    test.advance(3 * DAY_MS)
    await keepUp(test.deps)
    expect((await isSeen(box))[0]).toBe(false)
    test.advance(DAY_MS)
    await keepUp(test.deps)
    await test.deps.letterboxFeed.refresh([box.id])
    expect(await isSeen(box)).toEqual([true, true, true])
  })

  it('can be ended early', async () => {
    const box = await createLetterbox(orm())
    await setHoliday(box.owner.token, day(10))
    await setHoliday(box.owner.token, null)
    expect(await isSeen(box)).toEqual([true, true, true])
  })

  it.each([
    ['yesterday', () => day(-1)],
    ['more than a year', () => day(367)],
    ['no date', () => 'tomorrow'],
    ['a day that does not exist', () => '2027-02-30'],
  ])('returns 422 for %s', async (_name, until) => {
    const { owner } = await createLetterbox(orm())
    const answer = await setHoliday(owner.token, until())
    expect([answer.status, answer.error.errors]).toEqual([
      422,
      { holiday_until: ['errors.validation.date'] },
    ])
  })

  it('requires an owner of a letterbox', async () => {
    const without = await createUser(orm())
    expect((await setHoliday('x', null)).status).toBe(401)
    expect((await setHoliday(without.token, null)).status).toBe(409)
  })
})

describe('the yearly question', () => {
  const old = () => new Date(test.deps.clock().getTime() - 366 * DAY_MS)
  const mailsTo = async (recipient: string) =>
    (await test.mails()).filter((mail) => mail.recipient === recipient)
  const answer = (token: string, what: 'still_true' | 'take_off') =>
    test.call(upkeepApi.answerConfirmation, { body: { token, answer: what } })

  async function asked() {
    const box = await createLetterbox(orm(), { items: [4], items_confirmed_at: old() })
    await keepUp(test.deps)
    const [mail] = await mailsTo(box.owner.email)
    const token = /confirm\?token=([\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
    return { box, mail, token }
  }

  it('is not sent to an account that has changed its stickers since', async () => {
    const before = old()
    const { owner, id } = await createLetterbox(orm(), { items_confirmed_at: before })
    await test.call(letterboxesApi.updateItems, {
      as: owner.token,
      body: { selected_items_id: [] },
    })
    const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
    expect(Number(row?.items_confirmed_at)).toBeGreaterThan(before.getTime())
  })

  it('is sent once, with three links, to owners of old stickers on the map', async () => {
    const recent = await createLetterbox(orm(), { items: [4] })
    const hidden = await createLetterbox(orm(), {
      items: [4],
      items_confirmed_at: old(),
      ownerFields: { show_on_map: false },
    })
    const { box, mail } = await asked()
    expect(mail?.html).toContain('answer=still_true')
    expect(mail?.html).toContain('answer=take_off')
    expect(mail?.html).toContain('/profile/updateLetterBoxItems')
    expect(mail?.html).not.toContain('lt=')
    await Promise.all([keepUp(test.deps), keepUp(test.deps), keepUp(test.deps)])
    expect(await mailsTo(box.owner.email)).toHaveLength(1)
    expect(await mailsTo(recent.owner.email)).toEqual([])
    expect(await mailsTo(hidden.owner.email)).toEqual([])
    test.advance(31 * DAY_MS)
    await keepUp(test.deps)
    expect(await mailsTo(box.owner.email)).toHaveLength(2)
  })

  it('can be answered "still true" with one POST', async () => {
    const { box, token } = await asked()
    expect((await answer(token, 'still_true')).status).toBe(204)
    const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: box.id } })
    expect(body.items_confirmed_at).toBe(test.deps.clock().toISOString().slice(0, 10))
    expect((await answer(token, 'take_off')).error.code).toBe('invalid_token')
  })

  it('can be answered "off the map" with one POST', async () => {
    const { box, token } = await asked()
    expect((await answer(token, 'take_off')).status).toBe(204)
    expect(await isSeen(box)).toEqual([false, false, false])
  })

  it('can be answered in the profile', async () => {
    const box = await createLetterbox(orm(), { items_confirmed_at: old() })
    const confirmed = await test.call(upkeepApi.confirmItems, { as: box.owner.token })
    expect(confirmed.body.items_confirmed_at).toBe(test.deps.clock().toISOString().slice(0, 10))
    expect((await test.call(upkeepApi.confirmItems)).status).toBe(401)
  })

  it('can be stopped with one click', async () => {
    const { box, token } = await asked()
    const url = `/api/v1/letterboxes/stopConfirmation?token=${token}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'List-Unsubscribe=One-Click'
    const stop = await test.app.inject({ method: 'POST', url, headers, payload })
    expect(stop.statusCode).toBe(204)
    test.advance(31 * DAY_MS)
    await keepUp(test.deps)
    expect(await mailsTo(box.owner.email)).toHaveLength(1)
    const wrong = await test.app.inject({ method: 'POST', url: `${url}x`, headers, payload })
    expect(wrong.statusCode).toBe(422)
  })

  it('has links that expire', async () => {
    const { token } = await asked()
    test.advance(61 * DAY_MS)
    expect((await answer(token, 'still_true')).error.code).toBe('invalid_token')
  })
})
