import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxExportApi } from '../contract.export.ts'
import { letterboxItemsApi } from '../contract.items.ts'
import { letterboxesApi as api } from '../contract.ts'
import { insertWithStickers, placeWithStickers } from '../importing/server/importing.ts'
import { household_members, letterbox_items, letterboxes } from '../tables.ts'

const LADDER = 1
const DRILL = 2
const LINE = '3 m, needs two people'
const AROUND = { north_east: '47.38,8.55', south_west: '47.36,8.53' }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const own = (fields: Parameters<typeof createLetterbox>[1] = {}) =>
  createLetterbox(orm(), { items: [LADDER, DRILL], ...fields })
const say = ({ owner }: TestLetterbox, line: string, item_id = LADDER) =>
  test.call(api.updateItemLine, { as: owner.token, body: { item_id, line } })

async function linesOf({ id }: TestLetterbox, as?: string) {
  const { body } = await test.call(api.byId, { query: { letterbox_id: id }, as })
  return body.items.map(({ line }) => line)
}

describe('POST /letterboxes/updateItemLine', () => {
  it('sets a line that every caller sees at once, in lists too, and removes it again', async () => {
    const letterbox = await own()
    const listed = async () => {
      const { body } = await test.call(api.filterBySticker, {
        query: { ...AROUND, sticker_id: `${LADDER}` as never },
      })
      return body.letterboxes.find(({ id }) => id === letterbox.id)?.items.map(({ line }) => line)
    }
    await test.deps.letterboxFeed.refresh([letterbox.id])
    expect([await linesOf(letterbox), await listed()]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    const { status, body } = await say(letterbox, `  ${LINE} `)
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: LADDER,
        image_path: 'item-1.svg',
        available: true,
        lent_until: null,
        copies: 1,
        line: LINE,
      },
      { id: DRILL, image_path: 'item-2.svg', available: true, lent_until: null, copies: 1 },
    ])
    const somebody = await createUser(orm())
    expect([
      await linesOf(letterbox),
      await linesOf(letterbox, somebody.token),
      await listed(),
    ]).toEqual(Array(3).fill([LINE, undefined]))
    expect((await say(letterbox, 'Another one')).status).toBe(200)
    expect([await linesOf(letterbox), await listed()]).toEqual(
      Array(2).fill(['Another one', undefined]),
    )
    expect((await say(letterbox, ' \n ')).status).toBe(200)
    expect([await linesOf(letterbox), await listed()]).toEqual(
      Array(2).fill([undefined, undefined]),
    )
  })

  it('is allowed for members of the household', async () => {
    const letterbox = await own()
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    await test.call(api.updateItemLine, { as: member.token, body: { item_id: DRILL, line: LINE } })
    expect(await linesOf(letterbox)).toEqual([undefined, LINE])
  })

  it('requires a session and a letterbox with this item, and changes no other letterbox', async () => {
    const [letterbox, other] = [await own(), await own()]
    await say(other, 'Of somebody else')
    const body = { item_id: LADDER, line: LINE }
    expect((await test.call(api.updateItemLine, { body })).status).toBe(401)
    const { token } = await createUser(orm())
    expect((await test.call(api.updateItemLine, { as: token, body })).status).toBe(409)
    const unknown = await say(letterbox, LINE, 3)
    expect([unknown.status, unknown.error.errors]).toEqual([
      422,
      { item_id: ['errors.validation.item'] },
    ])
    await say(letterbox, LINE)
    expect([await linesOf(letterbox), await linesOf(other)]).toEqual([
      [LINE, undefined],
      ['Of somebody else', undefined],
    ])
  })

  it.each([
    ['80 characters', 'ä'.repeat(80), 'ä'.repeat(80)],
    ['80 characters beyond the first plane', '🪜'.repeat(80), '🪜'.repeat(80)],
    ['line breaks, which become blanks', '3 m\r\nneeds\ttwo people', '3 m needs two people'],
    ['what looks like HTML', '<b>3 m</b> & "more"', '<b>3 m</b> & "more"'],
    ['a typed amount', '5 Fr. für Benzin', '5 Fr. für Benzin'],
    ['signs that are drawn as nothing', '\u200b\u2800', undefined],
  ])('accepts %s', async (_, typed, stored) => {
    const letterbox = await own()
    expect((await say(letterbox, typed)).status).toBe(200)
    expect(await linesOf(letterbox)).toEqual([stored, undefined])
  })

  it.each([
    ['81 characters', 'x'.repeat(81), 'lineLength'],
    ['a page', 'Bilder auf www.example.org', 'lineLink'],
    ['a mail address', 'mila@example.org', 'lineLink'],
    ['a number to call', 'Ruf an: 079 123 45 67', 'linePhone'],
    ['a deposit', 'Kaution per Twint', 'lineMoney'],
    ['NUL', 'a\0b', 'invalid'],
    ['half of a character', '\ud83e', 'invalid'],
  ])('refuses %s', async (_, line, key) => {
    const letterbox = await own()
    await say(letterbox, LINE)
    const { status, error } = await say(letterbox, line)
    expect([status, error.errors]).toEqual([422, { line: [`errors.validation.${key}`] }])
    expect(await linesOf(letterbox)).toEqual([LINE, undefined])
  })

  it.each([
    '3 m, braucht zwei Personen',
    '1200 W, 230 V, Ø 125 mm',
    'Ausziehbar, 180–350 cm, max. 150 kg',
    'Für 2.5–8 mm; Bohrer 1 bis 10 liegen bei',
    'Nur am Wochenende, Sa. 9–12 Uhr',
    'À porter à deux, 25 kg env.',
    'Jg. 2019, mit Akku (5.0 Ah)',
    '6x9 m, 4 Heringe fehlen',
  ])('accepts what neighbours write: %s', async (line) => {
    const letterbox = await own()
    expect([(await say(letterbox, line)).status, (await linesOf(letterbox))[0]]).toEqual([
      200,
      line,
    ])
  })
})

describe('a line', () => {
  it('stays while its sticker is selected and is deleted with it', async () => {
    const letterbox = await own()
    const as = letterbox.owner.token
    await say(letterbox, LINE)
    const choose = async (...selected_items_id: number[]) =>
      (await test.call(api.updateItems, { as, body: { selected_items_id } })).body.items.map(
        ({ line }) => line,
      )
    expect(await choose(LADDER)).toEqual([LINE])
    await test.call(api.updateItemCopies, { as, body: { item_id: LADDER, copies: 2 } })
    expect(await choose(LADDER, DRILL)).toEqual([LINE, undefined])
    expect(await choose(DRILL)).toEqual([undefined])
    expect(await choose(LADDER, DRILL)).toEqual([undefined, undefined])
  })

  it('stays when an import updates the letterbox', async () => {
    const owner = await createUser(orm())
    const id = crypto.randomUUID()
    const address = { address: 'Weg 1', postcode: '8004', city: 'Zürich', country: 'CH' }
    await insertWithStickers(orm(), [{ id, user_id: owner.id, ...address, items: [LADDER, DRILL] }])
    await say({ id, owner }, LINE)
    await placeWithStickers(orm(), id, { latitude: 47, longitude: 8, items: [LADDER] })
    expect(await linesOf({ id, owner })).toEqual([LINE])
    await placeWithStickers(orm(), id, { latitude: 47, longitude: 8, items: [] })
    expect(await linesOf({ id, owner })).toEqual([])
  })

  it('is deleted with the letterbox', async () => {
    const letterbox = await own()
    await say(letterbox, LINE)
    await orm().delete(letterboxes).where(eq(letterboxes.id, letterbox.id))
    const rows = await orm()
      .select()
      .from(letterbox_items)
      .where(eq(letterbox_items.letterbox_id, letterbox.id))
    expect(rows).toEqual([])
  })

  it('is in the owner’s data export, but in no public export, tile or item list', async () => {
    const letterbox = await own()
    await say(letterbox, LINE)
    const tile = { z: '17' as never, x: '68645' as never, y: '45896' as never }
    const open = [
      await test.call(letterboxExportApi.geojson),
      await test.call(api.tile, { params: tile }),
      await test.call(api.stickerCounts, { query: AROUND }),
      await test.call(letterboxItemsApi.byLetterbox, { query: { letterboxId: letterbox.id } }),
    ]
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(JSON.stringify(open.map(({ body }) => body))).not.toContain(LINE)
    const { body } = await test.call(accountsApi.exportData, { as: letterbox.owner.token })
    expect(body.data.letterbox_items).toContainEqual(
      expect.objectContaining({ item_id: LADDER, line: LINE }),
    )
  })

  it('is limited by the database as well', async () => {
    const letterbox = await own()
    const store = (line: string) =>
      orm()
        .update(letterbox_items)
        .set({ line })
        .where(
          and(eq(letterbox_items.letterbox_id, letterbox.id), eq(letterbox_items.item_id, LADDER)),
        )
    await expect(store('x'.repeat(81))).rejects.toThrow()
    await expect(store('')).rejects.toThrow()
  })
})

describe('GET /letterboxes/byLine', () => {
  const near = { latitude: '46.95' as never, longitude: '7.45' as never }
  const search = async (q: string, as?: string) => {
    const { status, body } = await test.call(api.byLine, { query: { q, ...near }, as })
    expect(status).toBe(200)
    return body
  }

  it('finds stickers by their line in any case, nearest first', async () => {
    const at = async (address: string, latitude: number, line: string) => {
      const letterbox = await own({ address, latitude, longitude: 7.45 })
      await say(letterbox, line)
      return letterbox
    }
    await at('Far 1', 46.99, 'Hochentaster, 4 m')
    const nearest = await at('Near 1', 46.96, '100% hochentaster')
    await at('Too far 1', 48.95, 'Hochentaster')
    await at('Other 1', 46.95, 'Trimmer')
    const found = await search('HOCHENT')
    expect(found.map(({ address }) => address)).toEqual(['Near 1', 'Far 1'])
    expect(found[0]).toEqual({
      id: nearest.id,
      address: 'Near 1',
      postcode: '8004',
      city: 'Zürich',
      latitude: 46.96,
      longitude: 7.45,
      item: { id: LADDER, image_path: 'item-1.svg' },
      line: '100% hochentaster',
    })
    expect((await search('100% ')).map(({ address }) => address)).toEqual(['Near 1'])
    expect(await search('%%%')).toEqual([])
  })

  it('finds no hidden letterbox, and none across a block', async () => {
    const place = { latitude: 46.95, longitude: 7.45 }
    const letterbox = await own(place)
    await say(letterbox, 'Vertikutierer')
    const hidden = await own({ ...place, ownerFields: { show_on_map: false } })
    await say(hidden, 'Vertikutierer')
    const away = await own({ ...place, holiday_until: '2999-01-01' })
    await say(away, 'Vertikutierer')
    const reader = await createUser(orm())
    const idsFor = async (as?: string) => (await search('vertikut', as)).map(({ id }) => id)
    expect([await idsFor(), await idsFor(reader.token)]).toEqual([[letterbox.id], [letterbox.id]])
    const body = { user_id: letterbox.owner.id }
    expect((await test.call(blocksApi.block, { as: reader.token, body })).status).toBe(204)
    expect([await idsFor(), await idsFor(reader.token)]).toEqual([[letterbox.id], []])
  })

  it('requires three letters and a position', async () => {
    for (const query of [{ q: 'ab', ...near }, { q: 'abc' }, { q: 'x'.repeat(81), ...near }]) {
      expect((await test.call(api.byLine, { query: query as never })).status).toBe(400)
    }
  })
})
