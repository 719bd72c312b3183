import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportsApi } from '#features/community/moderation/contract.ts'
import { createLetterbox, createUser, type TestUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ITEM = 4
const API = '/api/v1'
const VIEW = 'north_east=48,9&south_west=47,8'
const MAP_CALLS = [
  `${API}/letterboxes?${VIEW}`,
  `${API}/letterboxes?${VIEW}&enable_messaging=true&latitude=47.37&longitude=8.54`,
  `${API}/letterboxes/filterLetterBoxesByStickerId?${VIEW}&sticker_id=${ITEM}`,
  `${API}/letterboxes/stickerCounts?${VIEW}`,
  `${API}/letterboxes/resellers?${VIEW}`,
  `${API}/letterboxes/geojson`,
  `${API}/letterboxes/news.json?lat=47.37&lng=8.54`,
  `${API}/letterboxes/tiles/0/0/0`,
  `${API}/letterboxes/tiles/0/0/0?sticker_id=${ITEM}`,
]

let test: TestApp
let viewer: TestUser
beforeAll(async () => {
  test = await createTestApp()
  viewer = await createUser(test.deps.database.orm, { enable_messaging: true })
  const shown = await createLetterbox(test.deps.database.orm, { items: [ITEM] })
  await test.deps.letterboxFeed.refresh([shown.id])
})
afterAll(() => test.close())

async function get(url: string, as?: string) {
  const response = await test.app.inject({
    url,
    headers: as ? { authorization: `Bearer ${as}` } : {},
  })
  const {
    date,
    'x-ratelimit-remaining': left,
    'x-ratelimit-reset': reset,
    'x-request-id': name,
    ...headers
  } = response.headers
  return { status: response.statusCode, headers, body: response.rawPayload.toString('base64') }
}

const answers = () => Promise.all(MAP_CALLS.flatMap((url) => [get(url), get(url, viewer.token)]))

const REASONS = [
  ['switched off the map', {}, { show_on_map: false }],
  ['on holiday', { holiday_until: '2999-01-01' }, {}],
  ['hidden by the community', { hidden_at: new Date(), hidden_reason: 'Nobody lives there' }, {}],
  [
    'that has been silent for too long',
    {
      sign_asked_at: new Date(),
      sign_asked_again_at: new Date(),
      silent_since: new Date(),
      gone_since: new Date(),
    },
    {},
  ],
  ['of a suspended owner', {}, { suspended_at: new Date(), suspended_reason: 'Spam' }],
  ['without a place', { latitude: null, longitude: null, location_verified: false }, {}],
] as const

it.each(REASONS)('a letterbox %s changes no response about the map', async (_why, box, owner) => {
  const before = await answers()
  const fields = { ...owner, reseller: true, enable_messaging: true, show_name: true }
  const shown = await createLetterbox(test.deps.database.orm, {
    items: [ITEM],
    ownerFields: fields,
    ...box,
  })
  await test.deps.letterboxFeed.refresh([shown.id])
  expect(await answers()).toEqual(before)
})

it.each(REASONS)(
  'a letterbox %s is indistinguishable from an unknown one when requested by id',
  async (_why, box, owner) => {
    const fields = { ...owner, reseller: true, enable_messaging: true, show_name: true }
    const { id } = await createLetterbox(test.deps.database.orm, {
      items: [ITEM],
      ownerFields: fields,
      ...box,
    })
    for (const url of [
      `${API}/letterboxes/getLetterboxById?letterbox_id=`,
      `${API}/items/getAllItemsByLetterboxId?letterboxId=`,
      `${API}/letterboxes/thanks?id=`,
      '/map/letterbox/',
    ]) {
      for (const as of [undefined, viewer.token]) {
        expect(await get(url + id, as)).toEqual(await get(url + UNKNOWN, as))
      }
    }
    const report = async (letterboxId: string) => {
      const about = { title: 'Gone', reportTypeId: 3, email: 'reader@example.org', letterboxId }
      const { status, error } = await test.call(reportsApi.store, { body: about })
      return { status, error }
    }
    expect(await report(id)).toEqual(await report(randomUUID()))
    expect(await get(`/img/previews/${id}.png`)).toEqual(await get(`/img/previews/${UNKNOWN}.png`))
  },
)

it.each(REASONS)(
  'the owner of a letterbox %s is indistinguishable from an unknown user when asked',
  async (_why, box, owner) => {
    const { owner: hidden } = await createLetterbox(test.deps.database.orm, {
      items: [ITEM],
      ownerFields: { ...owner, enable_messaging: true },
      ...box,
    })
    const ask = async (renter_id: string, item_id: number) => {
      const body = { renter_id, item_id, text: 'Hello' }
      const { status, error } = await test.call(requestsApi.create, { as: viewer.token, body })
      return { status, error }
    }
    const nobody = await ask(UNKNOWN, ITEM)
    expect(nobody.status).toBe(404)
    expect(await ask(hidden.id, ITEM)).toEqual(nobody)
    expect(await ask(hidden.id, ITEM + 1)).toEqual(nobody)
  },
)

interface Queries {
  query(...args: unknown[]): Promise<{ rows: unknown[] }>
  /** Only in the embedded database. */
  transaction?(run: (tx: Queries) => unknown): Promise<unknown>
}

/** The statements of a call, and how many rows each returns. */
async function work(call: () => Promise<unknown>) {
  const { $client } = test.deps.database.orm as unknown as { $client: Queries }
  const statements: [string, Promise<{ rows: unknown[] }>][] = []
  const watch = (on: Queries) => {
    const query = on.query.bind(on)
    return vi.spyOn(on, 'query').mockImplementation((...args) => {
      const result = query(...args)
      statements.push([JSON.stringify(args[0]), result])
      return result
    })
  }
  const spies: { mockRestore(): void }[] = [watch($client)]
  const transaction = $client.transaction?.bind($client)
  if (transaction) {
    const watched = vi.spyOn($client as Required<Queries>, 'transaction')
    watched.mockImplementation((run) =>
      transaction((tx) => {
        watch(tx)
        return run(tx)
      }),
    )
    spies.push(watched)
  }
  await call()
  for (const spy of spies) spy.mockRestore()
  return Promise.all(
    statements.map(async ([statement, result]) => [statement, (await result).rows.length]),
  )
}

describe('the database queries for an unknown letterbox', () => {
  // Background loading of the map must not count for a call.
  beforeAll(() => test.deps.letterboxFeed.stop())

  it.each(REASONS)('are the same as for one %s', async (_why, box, owner) => {
    const { id, owner: hidden } = await createLetterbox(test.deps.database.orm, {
      items: [ITEM],
      ownerFields: { ...owner, enable_messaging: true, show_name: true },
      ...box,
    })
    const about = { title: 'Gone', reportTypeId: 3, email: 'reader@example.org' }
    const calls: ((letterboxId: string, user: string) => Promise<unknown>)[] = [
      (letterboxId) => get(`${API}/letterboxes/getLetterboxById?letterbox_id=${letterboxId}`),
      (letterboxId) =>
        get(`${API}/letterboxes/getLetterboxById?letterbox_id=${letterboxId}`, viewer.token),
      (letterboxId) =>
        get(`${API}/items/getAllItemsByLetterboxId?letterboxId=${letterboxId}`, viewer.token),
      (letterboxId) => get(`/map/letterbox/${letterboxId}`),
      (letterboxId) => get(`/img/previews/${letterboxId}.png`),
      (letterboxId) =>
        test.call(reportsApi.store, { body: { ...about, letterboxId: letterboxId } }),
      (_asked, renter_id) =>
        test.call(requestsApi.create, {
          as: viewer.token,
          body: { renter_id, item_id: ITEM, text: 'Hello' },
        }),
    ]
    for (const call of calls) {
      // Reports per letterbox and day are limited.
      await test.deps.database.query('DELETE FROM attempts')
      const nothing = await work(() => call(UNKNOWN, UNKNOWN))
      expect(nothing.length).toBeGreaterThan(0)
      expect(await work(() => call(id, hidden.id))).toEqual(nothing)
    }
  })
})

import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
