import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createItem, createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterbox_items } from '../../tables.ts'
import type { JsonFeed } from '../contract.ts'

const SPOT = { latitude: 47.37, longitude: 8.54 }
const north = (metres: number) => ({ ...SPOT, latitude: SPOT.latitude + metres / 111_195 })
const MONDAY = new Date('2026-11-23T10:00:00Z')
const THURSDAY = new Date('2026-11-26T10:00:00Z')

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => new Date('2026-11-30T10:00:00Z') } })
  for (const id of [1, 2, 3]) await createItem(orm(), id)
})
beforeEach(() => orm().delete(users))
afterAll(() => test.close())

const orm = () => test.deps.database.orm

/** A letterbox with stickers, each put on at its instant. */
async function letterbox(
  stickers: [item: number, at: Date | null][],
  fields: Parameters<typeof createLetterbox>[1] = {},
) {
  const made = await createLetterbox(orm(), {
    ...SPOT,
    city: 'Horgen',
    created_at: MONDAY,
    ...fields,
  })
  for (const [item_id, stuck_at] of stickers) {
    await orm().insert(letterbox_items).values({ letterbox_id: made.id, item_id, stuck_at })
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
  await letterbox([[1, new Date('2026-10-01')]])
  await letterbox([[1, null]])
  await letterbox([[2, MONDAY]], north(3_100))
  await letterbox([[3, MONDAY]], north(2_900))
  expect(await entries()).toEqual(['New letterbox in Horgen: Item 3'])
  expect(await entries('&km=4')).toHaveLength(2)
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
