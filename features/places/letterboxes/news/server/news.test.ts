import { eq } from 'drizzle-orm'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createItem, createLetterbox, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'
import type { JsonFeed } from '../contract.ts'

const SPOT = { latitude: 47.37, longitude: 8.54 }
const north = (metres: number) => ({ ...SPOT, latitude: SPOT.latitude + metres / 111_195 })
const MONDAY = new Date('2026-11-23T10:00:00Z')
const THURSDAY = new Date('2026-11-26T10:00:00Z')
/** Of letterboxes and stickers from before this was recorded. */
const UNRECORDED = new Date(0)

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => new Date('2026-11-30T10:00:00Z') } })
  for (const id of [1, 2, 3]) await createItem(orm(), id)
})
beforeEach(() => orm().delete(users))
afterAll(() => test.close())

const orm = () => test.deps.database.orm

/** A letterbox with stickers, each seen first at its instant. */
async function letterbox(
  stickers: [item: number, at: Date | null][],
  fields: Parameters<typeof createLetterbox>[1] = {},
) {
  const made = await createLetterbox(orm(), {
    ...SPOT,
    city: 'Horgen',
    on_map_at: MONDAY,
    ...fields,
  })
  for (const [item_id, on_map_at] of stickers) {
    await orm().insert(letterbox_items).values({ letterbox_id: made.id, item_id, on_map_at })
  }
  return made
}

const ask = (format: 'atom' | 'json', more = '') =>
  test.app.inject(`/api/v1/letterboxes/news.${format}?lat=47.37&lng=8.54&lang=en${more}`)
const entries = async (more = '') => {
  const { items } = (await ask('json', more)).json<JsonFeed>()
  return items.map(({ title, content_text }) => `${title}: ${content_text}`)
}

it('a feed has new letterboxes and new stickers, an entry for each day', async () => {
  const { id } = await letterbox([
    [1, MONDAY],
    [2, MONDAY],
    [3, THURSDAY],
  ])
  const { items } = (await ask('json')).json<JsonFeed>()
  expect(items).toEqual([
    {
      id: `urn:letterbox:${id}-2026-11-26`,
      url: `${test.deps.config.publicUrl}/map/letterbox/${id}`,
      title: 'New stickers in Horgen',
      content_text: 'Item 3',
      date_published: THURSDAY.toISOString(),
    },
    expect.objectContaining({
      title: 'New letterbox in Horgen',
      content_text: 'Item 1 and Item 2',
    }),
  ])
})

it('a feed leaves out what is old or far away', async () => {
  const october = { on_map_at: new Date('2026-10-01') }
  await letterbox([[1, new Date('2026-10-01')]], october)
  await letterbox([[1, UNRECORDED]], october)
  await letterbox([], october)
  await letterbox([[2, MONDAY]], north(3_100))
  await letterbox([[3, MONDAY]], north(2_900))
  expect(await entries()).toEqual(['New letterbox in Horgen: Item 3'])
  expect(await entries('&km=4')).toHaveLength(2)
})

it('a letterbox without stickers is new, and so are stickers from before their day was recorded', async () => {
  await letterbox([])
  await letterbox([[1, UNRECORDED]])
  expect((await entries()).sort()).toEqual([
    'New letterbox in Horgen: Item 1',
    'New letterbox in Horgen: No stickers yet.',
  ])
})

/** Hides the letterboxes of an owner, or shows them. */
async function show({ owner }: TestLetterbox, show_on_map: boolean) {
  await orm().update(users).set({ show_on_map }).where(eq(users.id, owner.id))
  await test.deps.jobs.drain('letterbox-arrivals')
}

it('a letterbox is new on the day on which it comes onto the map, with the stickers that it has', async () => {
  const made = await letterbox([[1, null]], { on_map_at: null })
  await show(made, false)
  expect(await entries()).toEqual([])
  await show(made, true)
  const { items } = (await ask('json')).json<JsonFeed>()
  expect(items).toMatchObject([
    {
      id: `urn:letterbox:${made.id}-2026-11-30`,
      title: 'New letterbox in Horgen',
      content_text: 'Item 1',
      date_published: test.deps.clock().toISOString(),
    },
  ])
})

it('a sticker is new on the day on which it comes onto the map with its letterbox, for the first time or again', async () => {
  const made = await letterbox([[1, MONDAY]])
  await show(made, false)
  await orm().insert(letterbox_items).values({ letterbox_id: made.id, item_id: 2 })
  await test.deps.jobs.drain('letterbox-arrivals')
  await show(made, true)
  const { items } = (await ask('json')).json<JsonFeed>()
  expect(items).toMatchObject([
    {
      title: 'New stickers in Horgen',
      content_text: 'Item 2',
      date_published: test.deps.clock().toISOString(),
    },
    { title: 'New letterbox in Horgen', date_published: MONDAY.toISOString() },
  ])
})

it('a sticker is in no feed before its arrival is recorded', async () => {
  await letterbox([[1, null]])
  expect(await entries()).toEqual(['New letterbox in Horgen: No stickers yet.'])
})

it('a letterbox that comes back to the map is no news', async () => {
  const made = await letterbox([], { on_map_at: new Date('2026-10-01') })
  await show(made, false)
  await show(made, true)
  expect(await entries()).toEqual([])
})

it('recording that a letterbox is on the map is no change that another form conflicts with', async () => {
  const { id } = await letterbox([], { on_map_at: null })
  await test.deps.jobs.drain('letterbox-arrivals')
  const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
  expect(row).toMatchObject({ on_map_at: test.deps.clock(), version: 0 })
})

it.each([
  ['', 13],
  ['&km=1', 15],
  ['&km=20', 11],
])('a feed%s links to the map of its area', async (more, zoom) => {
  const { home_page_url } = (await ask('json', more)).json<JsonFeed>()
  expect(home_page_url).toBe(`${test.deps.config.publicUrl}/map?lat=47.37&lng=8.54&z=${zoom}`)
})

it('a feed on the date line has both sides', async () => {
  await letterbox([[1, MONDAY]], { latitude: 0, longitude: 179.99 })
  await letterbox([[1, MONDAY]], { latitude: 0, longitude: -179.99 })
  const { items } = (
    await test.app.inject('/api/v1/letterboxes/news.json?lat=0&lng=180')
  ).json<JsonFeed>()
  expect(items).toHaveLength(2)
})

it('a feed has at most fifty entries', async () => {
  for (let nth = 0; nth < 51; nth++) await letterbox([[1, MONDAY]])
  expect(await entries()).toHaveLength(50)
})

it('an Atom feed says the same as the other, with texts that cannot be markup', async () => {
  await letterbox([[1, MONDAY]], { city: 'A<b>&"c' })
  const atom = await ask('atom')
  expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(atom.headers['cache-control']).toBe('public, max-age=300')
  const { feed } = new XMLParser({ ignoreAttributes: false }).parse(atom.body)
  const { items } = (await ask('json')).json<JsonFeed>()
  expect(feed.entry).toMatchObject({
    id: items[0]?.id,
    title: 'New letterbox in A<b>&"c',
    content: { '#text': 'Item 1' },
    updated: MONDAY.toISOString(),
  })
  expect(feed.link[0]['@_href']).toMatch(/news\.atom\?lat=47\.37&lng=8\.54&km=3&lang=en$/)
})

it.each(['?lat=91&lng=8', '?lat=47', '?lat=47&lng=8&km=21', '?lat=47&lng=8&km=0'])(
  'refuses %s',
  async (query) => {
    expect((await test.app.inject(`/api/v1/letterboxes/news.json${query}`)).statusCode).toBe(400)
  },
)
