import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromNow } from '#app/server/testing/days.ts'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import type { AnswerBand } from '../../answer-bands.ts'
import { letterboxesApi as api } from '../../contract.ts'
import { household_members, letterbox_answers, letterboxes } from '../../tables.ts'

const LADDER = 1
const DRILL = 2
const FAR = { latitude: -33.5, longitude: 151.5 }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const day = (fromToday: number) => dayFromNow(test.deps, fromToday)

/** Stores a loan; its range `lent` excludes the last day. */
async function lend(
  { owner }: TestLetterbox,
  fields: Partial<typeof transactions.$inferInsert> = {},
) {
  const borrower = await createUser(orm())
  const [row] = await orm()
    .insert(transactions)
    .values({
      item_id: LADDER,
      borrower_id: borrower.id,
      lender_id: owner.id,
      status: 'accepted',
      copy: 0,
      ...fields,
    })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

async function itemsOf({ id }: TestLetterbox) {
  const { body } = await test.call(api.byId, { query: { letterbox_id: id } })
  return body.items
}
const availableOf = async (letterbox: TestLetterbox) =>
  (await itemsOf(letterbox)).find(({ id }) => id === LADDER)?.available

describe('a lent item', () => {
  it('is unavailable on the promised days, and other items are not affected', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER, DRILL] })
    expect(await itemsOf(letterbox)).toEqual([
      { id: LADDER, image_path: 'item-1.svg', available: true, lent_until: null },
      { id: DRILL, image_path: 'item-2.svg', available: true, lent_until: null },
    ])
    const { id } = await lend(letterbox, { lent: `[${day(0)},${day(1)})` })
    expect((await itemsOf(letterbox)).map(({ available }) => available)).toEqual([false, true])
    const move = (lent: string) =>
      orm().update(transactions).set({ lent }).where(eq(transactions.id, id))
    await move(`[${day(1)},${day(3)})`)
    expect(await availableOf(letterbox)).toBe(true)
    await move(`[${day(-3)},${day(0)})`)
    expect(await availableOf(letterbox)).toBe(true)
    await move(`[${day(-3)},)`)
    expect(await availableOf(letterbox)).toBe(false)
  })

  it('is unavailable until it is returned, even late, but not while only requested', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER] })
    const { id } = await lend(letterbox, {
      status: 'handed_over',
      lent: `[${day(-9)},${day(-3)})`,
    })
    expect(await availableOf(letterbox)).toBe(false)
    for (const status of ['requested', 'returned', 'declined', 'withdrawn'] as const) {
      await orm().update(transactions).set({ status }).where(eq(transactions.id, id))
      expect(await availableOf(letterbox)).toBe(true)
    }
  })

  it('is available while one of several copies is at home', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER] })
    const { status } = await test.call(api.updateItemCopies, {
      as: letterbox.owner.token,
      body: { item_id: LADDER, copies: 2 },
    })
    expect(status).toBe(200)
    await lend(letterbox, { lent: `[${day(0)},${day(1)})`, copy: 0 })
    expect(await availableOf(letterbox)).toBe(true)
    await lend(letterbox, { lent: `[${day(0)},${day(1)})`, copy: 1 })
    expect(await availableOf(letterbox)).toBe(false)
    // Others do not see the number of copies.
    expect(Object.keys((await itemsOf(letterbox))[0] ?? {})).toEqual([
      'id',
      'image_path',
      'available',
      'lent_until',
    ])
  })

  it('shows members until when it is lent, in lists and on the letterbox', async () => {
    const place = { latitude: 46.5, longitude: 7.5 }
    const letterbox = await createLetterbox(orm(), { items: [LADDER, DRILL], ...place })
    await test.deps.letterboxFeed.refresh([letterbox.id])
    const { id } = await lend(letterbox, { lent: `[${day(-1)},${day(3)})` })
    const { token: as } = await createUser(orm())
    const box = { north_east: '46.51,7.51', south_west: '46.49,7.49' }
    const untilFor = async (caller: { as?: string }) => {
      const one = await test.call(api.byId, { ...caller, query: { letterbox_id: letterbox.id } })
      const list = await test.call(api.list, { ...caller, query: box })
      const [listed] = list.body.letterboxes
      expect(listed?.items).toEqual(one.body.items)
      return one.body.items.map(({ lent_until }) => lent_until)
    }
    expect(await untilFor({ as })).toEqual([day(2), null])
    expect(await untilFor({})).toEqual([null, null])
    // Handed out without a return date, so the end is unknown.
    await orm()
      .update(transactions)
      .set({ status: 'handed_over', return_by: null })
      .where(eq(transactions.id, id))
    expect(await untilFor({ as })).toEqual([null, null])
    await orm()
      .update(transactions)
      .set({ return_by: day(2) })
      .where(eq(transactions.id, id))
    expect(await untilFor({ as })).toEqual([day(2), null])
  })
})

describe('the days of a query', () => {
  it('say of each item whether it is free then, whatever is lent today', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER, DRILL] })
    await lend(letterbox, { status: 'handed_over', lent: `[${day(-1)},${day(2)})` })
    await lend(letterbox, { item_id: DRILL, lent: `[${day(4)},${day(6)})` })
    await lend(letterbox, { item_id: DRILL, lent: `[${day(9)},)` })
    const freeOn = async (from: number, until: number) => {
      const query = { letterbox_id: letterbox.id, free_from: day(from), free_until: day(until) }
      const { body } = await test.call(api.byId, { query })
      return body.items.map(({ available, free }) => ({ available, free }))
    }
    expect(await freeOn(1, 3)).toEqual([
      { available: false, free: false },
      { available: true, free: true },
    ])
    expect(await freeOn(2, 4)).toEqual([
      { available: false, free: true },
      { available: true, free: false },
    ])
    expect((await freeOn(20, 20))[1]?.free).toBe(false)
  })

  it('are the same in a list', async () => {
    const letterbox = await createLetterbox(orm(), { ...FAR, items: [LADDER, DRILL] })
    await lend(letterbox, { lent: `[${day(2)},${day(3)})` })
    const list = async (days: object) => {
      const query = { north_east: '-33,152', south_west: '-34,151', ...days }
      const { body } = await test.call(api.list, { query })
      return body.letterboxes[0]?.items.map(({ free }) => free)
    }
    await expect.poll(() => list({ free_from: day(2) })).toEqual([false, true])
    expect(await list({ free_from: day(3) })).toEqual([true, true])
    expect(await list({})).toEqual([undefined, undefined])
  })

  it('that are over are refused', async () => {
    const { id } = await createLetterbox(orm())
    const query = { letterbox_id: id, free_from: day(-1) }
    expect((await test.call(api.byId, { query })).error.code).toBe('validation')
  })
})

describe('POST /letterboxes/updateItemCopies', () => {
  const own = () => createLetterbox(orm(), { items: [LADDER, DRILL] })

  it('sets the number of copies, which survives a new selection of stickers', async () => {
    const letterbox = await own()
    const as = letterbox.owner.token
    const changed = await test.call(api.updateItemCopies, {
      as,
      body: { item_id: DRILL, copies: 3 },
    })
    expect(changed.status).toBe(200)
    const copiesOf = (body: typeof changed.body) => body.items.map(({ id, copies }) => [id, copies])
    expect(copiesOf(changed.body)).toEqual([
      [LADDER, 1],
      [DRILL, 3],
    ])
    const chosen = await test.call(api.updateItems, { as, body: { selected_items_id: [DRILL] } })
    expect(copiesOf(chosen.body)).toEqual([[DRILL, 3]])
    const back = await test.call(api.updateItems, {
      as,
      body: { selected_items_id: [LADDER, DRILL] },
    })
    expect(copiesOf(back.body)).toEqual([
      [LADDER, 1],
      [DRILL, 3],
    ])
  })

  it('is allowed for members of the household', async () => {
    const letterbox = await own()
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    const { body } = await test.call(api.updateItemCopies, {
      as: member.token,
      body: { item_id: LADDER, copies: 2 },
    })
    expect(body.items[0]).toMatchObject({ id: LADDER, copies: 2 })
  })

  it('requires a session, a letterbox with this item and a valid number', async () => {
    const letterbox = await own()
    const body = { item_id: LADDER, copies: 2 }
    expect((await test.call(api.updateItemCopies, { body })).status).toBe(401)
    const { token } = await createUser(orm())
    expect((await test.call(api.updateItemCopies, { as: token, body })).status).toBe(409)
    const as = letterbox.owner.token
    for (const wrong of [
      { ...body, copies: 0 },
      { ...body, copies: 10 },
      { ...body, copies: 1.5 },
      { ...body, item_id: 3 },
    ]) {
      const { status } = await test.call(api.updateItemCopies, { as, body: wrong })
      expect(status).toBe(422)
    }
    expect((await itemsOf(letterbox)).length).toBe(2)
  })

  it('changes no letterbox of another account', async () => {
    const [letterbox, other] = [await own(), await own()]
    await test.call(api.updateItemCopies, {
      as: letterbox.owner.token,
      body: { item_id: LADDER, copies: 4 },
    })
    const { body } = await test.call(api.updateItemCopies, {
      as: other.owner.token,
      body: { item_id: DRILL, copies: 1 },
    })
    expect(body.items.map(({ copies }) => copies)).toEqual([1, 1])
  })
})

describe('the order by answers', () => {
  /** Creates a letterbox this many steps of eleven metres north of a spot. */
  async function shown(latitude: number, steps: number, answers?: AnswerBand) {
    const letterbox = await createLetterbox(orm(), {
      latitude: latitude + steps / 10_000,
      longitude: 30,
      ownerFields: { enable_messaging: true },
    })
    if (answers) {
      await orm().insert(letterbox_answers).values({
        letterbox_id: letterbox.id,
        answers,
        loans: 0,
        computed_at: test.deps.clock(),
      })
    }
    await test.deps.letterboxFeed.refresh([letterbox.id])
    return letterbox.id
  }
  const around = (latitude: number) => ({
    south_west: `${latitude - 0.1},29.9`,
    north_east: `${latitude + 0.1},30.1`,
    latitude: String(latitude),
    longitude: '30',
  })

  it('sorts by answer band, then by distance, across pages', async () => {
    const rarely = await shown(20, 0, 'rarely')
    const unknown = await shown(20, 1)
    const days = await shown(20, 2, 'days')
    const farDay = await shown(20, 4, 'day')
    const day = await shown(20, 3, 'day')
    const query = around(20)
    const near = await test.call(api.list, { query })
    expect(near.body.letterboxes.map(({ id }) => id)).toEqual([rarely, unknown, days, day, farDay])
    const preferred = await test.call(api.list, { query: { ...query, prefer: 'answers' } })
    expect(preferred.body.letterboxes.map(({ id }) => id)).toEqual([
      day,
      farDay,
      days,
      unknown,
      rarely,
    ])
    expect(preferred.body.letterboxes.map(({ answers }) => answers)).toEqual([
      'day',
      'day',
      'days',
      'new',
      'rarely',
    ])
    expect(preferred.body.total).toBe(5)
    const pages = await Promise.all(
      ['0', '2', '4'].map(async (offset) => {
        const paged = { ...query, prefer: 'answers', limit: '2', offset } as const
        const { body } = await test.call(api.filterBySticker, {
          query: { ...paged, sticker_id: '0' },
        })
        return body.letterboxes.map(({ id }) => id)
      }),
    )
    expect(pages).toEqual([[day, farDay], [days, unknown], [rarely]])
    const wrong = { ...query, prefer: 'money' } as unknown as typeof query
    expect((await test.call(api.list, { query: wrong })).status).toBe(400)
  })

  it('puts letterboxes with the item at home first, and silent or closed ones last', async () => {
    const lender = async (steps: number, answers: AnswerBand, ownerFields = {}) => {
      const letterbox = await createLetterbox(orm(), {
        latitude: 22 + steps / 10_000,
        longitude: 30,
        items: [LADDER, DRILL],
        ownerFields: { enable_messaging: true, ...ownerFields },
      })
      await orm()
        .insert(letterbox_answers)
        .values({ letterbox_id: letterbox.id, answers, loans: 0, computed_at: test.deps.clock() })
      await test.deps.letterboxFeed.refresh([letterbox.id])
      return letterbox
    }
    const paused = await lender(0, 'day', { takes_requests: false })
    const unreached = await lender(1, 'day', { enable_messaging: false })
    const lent = await lender(2, 'day')
    const rarely = await lender(3, 'rarely')
    const shop = await lender(4, 'day', { reseller: true })
    const silent = await lender(5, 'day')
    const farther = await lender(90, 'day')
    const now = test.deps.clock()
    await orm()
      .update(letterboxes)
      .set({ sign_asked_at: now, sign_asked_again_at: now, silent_since: now })
      .where(eq(letterboxes.id, silent.id))
    await lend(lent, { lent: `[${day(0)},${day(2)})` })
    const order = async (query: { sticker_ids?: string; prefer?: 'answers' }) => {
      const { body } = await test.call(api.list, { query: { ...around(22), ...query } })
      return body.letterboxes.map(({ id }) => id)
    }
    const searched = { sticker_ids: String(LADDER) }
    const nearest = [paused, unreached, lent, rarely, shop, silent, farther].map(({ id }) => id)
    expect(await order(searched)).toEqual(nearest)
    expect(await order({ ...searched, prefer: 'answers' })).toEqual(
      [rarely, farther, lent, silent, paused, unreached, shop].map(({ id }) => id),
    )
    // A search for another item, or for none, ignores the ladder's loans.
    const last = [silent, paused, unreached, shop]
    const byAnswers = [lent, rarely, farther, ...last].map(({ id }) => id)
    expect(await order({ sticker_ids: String(DRILL), prefer: 'answers' })).toEqual(byAnswers)
    expect(await order({ prefer: 'answers' })).toEqual(byAnswers)
  })

  it('applies to the nearest hundred only', async () => {
    const ids: string[] = []
    for (let i = 0; i < 100; i++) ids.push(await shown(25, i))
    const far = await shown(25, 100, 'day')
    const query = { ...around(25), prefer: 'answers', limit: '101' } as const
    const { body } = await test.call(api.list, { query })
    expect(body.letterboxes.map(({ id }) => id)).toEqual([...ids, far])
    const turned = await test.call(api.list, { query: { ...query, offset: '95', limit: '6' } })
    expect(turned.body.letterboxes.map(({ id }) => id)).toEqual([...ids.slice(95), far])
  })
})

describe('GET /letterboxes/thanks', () => {
  async function thank(
    letterbox: TestLetterbox,
    text: string | null,
    fields: Partial<typeof transaction_thanks.$inferInsert> = {},
  ) {
    const { id, borrower_id } = await lend(letterbox, { status: 'returned' })
    await orm()
      .insert(transaction_thanks)
      .values({
        transaction_id: id,
        side: 'borrower',
        by_id: borrower_id,
        to_id: letterbox.owner.id,
        text,
        shown: true,
        created_at: new Date('2026-03-15T12:00:00Z'),
        ...fields,
      })
  }
  const thanksOf = ({ id }: TestLetterbox) => test.call(api.thanks, { query: { id } })

  it('returns public thank-yous without their authors', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER] })
    await thank(letterbox, '<b>Danke</b> & merci')
    await thank(letterbox, 'Between us', { shown: false })
    await thank(letterbox, 'Taken down', { hidden: true })
    await thank(letterbox, null)
    // It is already past midnight in the community's time zone.
    await thank(letterbox, 'In April', { created_at: new Date('2026-03-31T22:30:00Z') })
    const { status, body, headers } = await thanksOf(letterbox)
    expect(status).toBe(200)
    expect(body).toEqual([
      { text: 'In April', month: '2026-04' },
      { text: '<b>Danke</b> & merci', month: '2026-03' },
    ])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('returns the newest five', async () => {
    const letterbox = await createLetterbox(orm(), { items: [LADDER] })
    for (let i = 1; i <= 6; i++) {
      await thank(letterbox, String(i), { created_at: new Date(`2026-0${i}-15T12:00:00Z`) })
    }
    expect((await thanksOf(letterbox)).body.map(({ text }) => text)).toEqual([
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
  })

  it('returns 404 for a hidden letterbox, except to its owner', async () => {
    const hidden = await createLetterbox(orm(), {
      items: [LADDER],
      ownerFields: { show_on_map: false },
    })
    await thank(hidden, 'Danke')
    const { status, body } = await thanksOf(hidden)
    const missing = await test.call(api.thanks, { query: { id: crypto.randomUUID() } })
    expect([status, body]).toEqual([missing.status, missing.body])
    expect(status).toBe(404)
    const own = await test.call(api.thanks, { as: hidden.owner.token, query: { id: hidden.id } })
    expect(own.body).toHaveLength(1)
    expect((await test.call(api.thanks, { query: { id: 'none' } })).status).toBe(404)
  })
})
