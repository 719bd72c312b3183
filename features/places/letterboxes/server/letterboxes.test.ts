import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createItem, createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { items } from '#features/places/items/tables.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { letterboxesApi, type Tile } from '../contract.ts'
import { letterboxes } from '../tables.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Fields = Parameters<typeof createLetterbox>[1]

/** Creates a letterbox and waits until the map shows it. */
async function shown(fields: Fields = {}) {
  const letterbox = await createLetterbox(test.deps.database.orm, fields)
  await test.deps.letterboxFeed.refresh([letterbox.id])
  return letterbox
}

/** A box of about 200 m around a spot; each test uses its own spot. */
function around(latitude: number, longitude: number) {
  return {
    south_west: `${latitude - 0.001},${longitude - 0.001}`,
    north_east: `${latitude + 0.001},${longitude + 0.001}`,
  }
}

function get(path: string, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'GET', url: API_BASE + path, headers })
}

/** Path of the zoom 18 tile at a spot. */
function tilePath(latitude: number, longitude: number, query = ''): string {
  const side = 2 ** 18
  const x = Math.floor((longitude / 360 + 0.5) * side)
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side)
  return `/letterboxes/tiles/18/${x}/${y}${query}`
}

describe('GET /letterboxes', () => {
  it('lists the nearest first, counts all, and returns the distance from the given position', async () => {
    const far = await shown({ latitude: 10.0009, longitude: 20 })
    const near = await shown({ latitude: 10.0001, longitude: 20, items: [3, 1] })
    const middle = await shown({ latitude: 9.9997, longitude: 20 })
    const query = { ...around(10, 20), latitude: '10', longitude: '20' }
    const { status, body, headers } = await test.call(letterboxesApi.list, { query })
    expect(status).toBe(200)
    expect(body.letterboxes.map(({ id }) => id)).toEqual([near.id, middle.id, far.id])
    expect(body.letterboxes[0]?.distance).toBeCloseTo(11.12, 1)
    expect(body.letterboxes[0]?.items.map(({ id }) => id)).toEqual([1, 3])
    expect(body.total).toBe(3)
    expect(headers['cache-control']).toBe('no-store')

    const limited = await test.call(letterboxesApi.list, { query: { ...query, limit: '1' } })
    expect(limited.body.letterboxes.map(({ id }) => id)).toEqual([near.id])
    expect(limited.body.total).toBe(3)
  })

  it('returns pages with the same total, to the end and past it', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      ids.push((await shown({ latitude: 10.5 + i / 1e4, longitude: 20, items: [7] })).id)
    }
    const query = { ...around(10.5, 20), latitude: '10.5', longitude: '20', limit: '2' }
    const page = async (offset: string) => {
      const listed = await test.call(letterboxesApi.list, { query: { ...query, offset } })
      const filtered = await test.call(letterboxesApi.filterBySticker, {
        query: { ...query, offset, sticker_id: '7' },
      })
      expect(filtered.body).toEqual(listed.body)
      expect(listed.body.total).toBe(5)
      return listed.body.letterboxes.map(({ id }) => id)
    }
    expect([await page('0'), await page('2'), await page('4'), await page('6')]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
  })

  it('returns no distance without a position', async () => {
    await shown({ latitude: 11, longitude: 20 })
    const { body } = await test.call(letterboxesApi.list, { query: around(11, 20) })
    expect(body.letterboxes.map(({ distance }) => distance)).toEqual([null])
  })

  it('can be filtered to letterboxes that can be asked', async () => {
    await shown({ latitude: 12, longitude: 20 })
    const open = await shown({
      latitude: 12,
      longitude: 20,
      ownerFields: { enable_messaging: true },
    })
    const quiet = { enable_messaging: true, takes_requests: false }
    await shown({ latitude: 12, longitude: 20, ownerFields: quiet })
    const query = { ...around(12, 20), enable_messaging: 'true' as const }
    const { body } = await test.call(letterboxesApi.list, { query })
    expect(body.letterboxes.map(({ id }) => id)).toEqual([open.id])
  })

  it('returns letterboxes on both sides of the antimeridian', async () => {
    const east = await shown({ latitude: -17, longitude: 179.9995 })
    const west = await shown({ latitude: -17, longitude: -179.9996 })
    const query = { south_west: '-17.1,179.9', north_east: '-16.9,-179.9' }
    const { body } = await test.call(letterboxesApi.list, { query })
    expect(body.letterboxes.map(({ id }) => id).sort()).toEqual([east.id, west.id].sort())
  })

  it('returns names and e-mail addresses only as far as the owner allows', async () => {
    const owner = { firstname: 'Lea', lastname: 'Frei' }
    const place = { latitude: 13, longitude: 20 }
    await shown({ ...place, ownerFields: owner })
    const open = await shown({
      ...place,
      ownerFields: { ...owner, show_name: true, show_email: true },
    })
    const viewer = await createUser(test.deps.database.orm)
    const query = around(13, 20)
    const stranger = (await test.call(letterboxesApi.list, { query })).body.letterboxes
    const member = (await test.call(letterboxesApi.list, { query, as: viewer.token })).body
      .letterboxes
    const shy = (list: typeof member) => list.find(({ id }) => id !== open.id)
    const frank = (list: typeof member) => list.find(({ id }) => id === open.id)
    for (const list of [stranger, member]) {
      expect(shy(list)).toMatchObject({ firstname: null, lastname: null, email: null })
      expect(frank(list)).toMatchObject(owner)
    }
    expect(frank(stranger)?.email).toBeNull()
    expect(frank(member)?.email).toBe(open.owner.email)
  })

  it.each([
    ['', 'invalid_box'],
    ['?north_east=1,1&south_west=2,1', 'invalid_box'],
    ['?north_east=1&south_west=0,0', 'invalid_box'],
    ['?north_east=91,0&south_west=0,0', 'invalid_box'],
    ['?north_east=NaN,NaN&south_west=0,0', 'invalid_box'],
    ['?north_east=1e999,1&south_west=0,0', 'invalid_box'],
    ['?north_east=1,1&south_west=%00,%ff', 'invalid_box'],
    ['?north_east=1,1&north_east=2,2&south_west=0,0', 'invalid_box'],
    ['?north_east=1,1&south_west=0,0&limit=501', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&limit=1e3', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&offset=-1', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&offset=2001', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&latitude=1', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&latitude=91&longitude=0', 'bad_request'],
    ['?north_east=1,1&south_west=0,0&enable_messaging=perhaps', 'bad_request'],
  ])('returns 400 for %s', async (query, code) => {
    const response = await get(`/letterboxes${query}`)
    expect([response.statusCode, response.json().code]).toEqual([400, code])
  })
})

describe('GET /letterboxes/filterLetterBoxesByStickerId', () => {
  it('lists only letterboxes with the sticker, or all for 0', async () => {
    const ladder = await shown({ latitude: 14, longitude: 20, items: [7, 8] })
    await shown({ latitude: 14, longitude: 20, items: [8] })
    const filtered = async (sticker_id: string) =>
      (
        await test.call(letterboxesApi.filterBySticker, {
          query: { ...around(14, 20), sticker_id },
        })
      ).body
    expect((await filtered('7')).letterboxes.map(({ id }) => id)).toEqual([ladder.id])
    expect((await filtered('8')).total).toBe(2)
    expect((await filtered('0')).total).toBe(2)
    // Older clients send an empty value if no sticker is picked.
    expect((await filtered('')).total).toBe(2)
    expect(await filtered('999999999')).toEqual({ letterboxes: [], total: 0 })
  })

  it('returns 400 for an invalid sticker id', async () => {
    const base = '/letterboxes/filterLetterBoxesByStickerId?north_east=1,1&south_west=0,0'
    for (const query of ['&sticker_id=-1', '&sticker_id=1e999', '&sticker_id=x']) {
      const response = await get(base + query)
      expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request'])
    }
  })
})

describe('the parameter sticker_ids', () => {
  it('selects letterboxes with any or all of the stickers, in every call that filters', async () => {
    const both = await shown({ latitude: 14.5, longitude: 20, items: [7, 8] })
    const messaging = { enable_messaging: true }
    const one = await shown({
      latitude: 14.5,
      longitude: 20,
      items: [8, 9],
      ownerFields: messaging,
    })
    await shown({ latitude: 14.5, longitude: 20, items: [9] })
    const findIds = async (query: string) => {
      const box = new URLSearchParams(around(14.5, 20))
      const answers = await Promise.all([
        get(`/letterboxes?${box}&${query}`),
        get(`/letterboxes/filterLetterBoxesByStickerId?sticker_id=0&${box}&${query}`),
        get(tilePath(14.5, 20, `?${query}`)),
      ])
      const ids = answers.map((answer) =>
        (answer.json() as Tile).letterboxes.map(({ id }) => id).sort(),
      )
      expect(ids[1]).toEqual(ids[0])
      expect(ids[2]).toEqual(ids[0])
      return ids[0]
    }
    expect(await findIds('sticker_ids=7,8')).toEqual([both.id, one.id].sort())
    expect(await findIds('sticker_ids=8%2C7&match=all')).toEqual([both.id])
    expect(await findIds('sticker_ids=7,7')).toEqual([both.id])
    expect(await findIds('sticker_ids=8,9&match=all&enable_messaging=true')).toEqual([one.id])
    expect(await findIds('sticker_ids=7,100&match=all')).toEqual([])
  })

  it('has no effect if it is empty', async () => {
    for (const path of ['?north_east=1,1&south_west=0,0&', '/tiles/0/0/0?']) {
      const answers = await Promise.all(
        ['', 'sticker_ids='].map((query) => get(`/letterboxes${path}${query}`)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(answers[1]?.json()).toEqual(answers[0]?.json())
    }
  })

  it('includes a single sticker_id given with it', async () => {
    const both = await shown({ latitude: 14.6, longitude: 20, items: [7, 8] })
    await shown({ latitude: 14.6, longitude: 20, items: [8] })
    const answer = await test.call(letterboxesApi.filterBySticker, {
      query: { ...around(14.6, 20), sticker_id: '7', sticker_ids: '8', match: 'all' },
    })
    expect(answer.body.letterboxes.map(({ id }) => id)).toEqual([both.id])
  })

  it.each([
    'sticker_ids=0',
    'sticker_ids=1,',
    'sticker_ids=1,x',
    'sticker_ids=-1',
    'sticker_ids=32768',
    'sticker_ids=1&sticker_ids=2',
    `sticker_ids=${Array.from({ length: 21 }, (_, i) => i + 1)}`,
    'sticker_ids=1,2&match=some',
  ])('is refused as %s', async (query) => {
    for (const path of ['?north_east=1,1&south_west=0,0&', '/tiles/0/0/0?']) {
      const response = await get(`/letterboxes${path}${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request'])
    }
  })
})

describe('GET /letterboxes/stickerCounts', () => {
  const path = (latitude: number, query = '') =>
    `/letterboxes/stickerCounts?${new URLSearchParams(around(latitude, 20))}${query}`

  it('counts the letterboxes of a box per sticker', async () => {
    await shown({ latitude: 14.7, longitude: 20, items: [3, 5] })
    const ownerFields = { enable_messaging: true }
    const taking = await shown({ latitude: 14.7, longitude: 20, items: [5], ownerFields })
    await shown({ latitude: 14.7, longitude: 20, items: [5], ownerFields: { show_on_map: false } })
    await shown({ latitude: 14.8, longitude: 20, items: [5] })
    const first = await get(path(14.7))
    expect(first.json()).toEqual({
      counts: [
        { id: 3, count: 1 },
        { id: 5, count: 2 },
      ],
      total: 2,
    })
    expect((await get(path(14.7, '&enable_messaging=true'))).json()).toEqual({
      counts: [{ id: 5, count: 1 }],
      total: 1,
    })

    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, max-age=15, stale-while-revalidate=60')
    const again = await get(path(14.7), { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await test.call(letterboxesApi.updateItems, {
      as: taking.owner.token,
      body: { selected_items_id: [] },
    })
    const after = await get(path(14.7), { 'if-none-match': etag })
    expect([after.statusCode, after.json().counts[1]]).toEqual([200, { id: 5, count: 1 }])
  })

  it('returns 400 for an invalid box or flag', async () => {
    for (const query of ['', 'north_east=0,1&south_west=1,0', 'north_east=1,x&south_west=0,0']) {
      const response = await get(`/letterboxes/stickerCounts?${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_box'])
    }
    const flag = await get(path(14.7, '&enable_messaging=maybe'))
    expect([flag.statusCode, flag.json().code]).toEqual([400, 'bad_request'])
  })
})

describe('GET /letterboxes/getLetterboxById', () => {
  const byId = (letterbox_id: string, as?: string) =>
    test.call(letterboxesApi.byId, { query: { letterbox_id }, as })

  it('returns the letterbox, with its distance if a position is given', async () => {
    const { id } = await shown({ latitude: 15, longitude: 20 })
    expect((await byId(id)).body).toMatchObject({ id, latitude: 15, distance: null })
    const query = { letterbox_id: id, latitude: '15.001', longitude: '20' }
    const { body } = await test.call(letterboxesApi.byId, { query })
    expect(body.distance).toBeCloseTo(111.2, 1)
  })

  it('returns the same 404 for a hidden and a missing letterbox, except to its owner and admins', async () => {
    const hidden = await shown({ ownerFields: { show_on_map: false } })
    const stranger = await createUser(test.deps.database.orm)
    const admin = await createUser(test.deps.database.orm, { role_id: 3 })
    const missing = await byId('00000000-0000-4000-8000-000000000000', stranger.token)
    for (const as of [undefined, stranger.token]) {
      const answer = await byId(hidden.id, as)
      expect([answer.status, answer.body]).toEqual([404, missing.body])
    }
    expect((await byId(hidden.id, hidden.owner.token)).body.id).toBe(hidden.id)
    expect((await byId(hidden.id, admin.token)).body.id).toBe(hidden.id)
  })

  it('returns 404 for a letterbox without a spot', async () => {
    const { id, owner } = await shown({ latitude: null, longitude: null })
    expect((await byId(id, owner.token)).status).toBe(404)
  })

  it('returns 404 for a malformed id', async () => {
    expect([(await byId('1; DROP TABLE')).error.code]).toEqual(['not_found'])
  })
})

describe('GET /letterboxes/resellers', () => {
  it('returns resellers only, with their public contact address', async () => {
    await shown({ latitude: 16, longitude: 20 })
    const shop = await shown({ latitude: 16, longitude: 20, ownerFields: { reseller: true } })
    const { status, body } = await test.call(letterboxesApi.resellers, { query: around(16, 20) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      letterboxes: [{ id: shop.id, role_name: 'reseller', email: shop.owner.email }],
      total: 1,
    })
  })

  it('returns 400 for an invalid box', async () => {
    const response = await get('/letterboxes/resellers?north_east=1,1&south_west=x')
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_box'])
  })
})

describe('GET /letterboxes/tiles', () => {
  it('returns pins and filters them', async () => {
    const one = await shown({ latitude: 30, longitude: 30, items: [5] })
    const two = await shown({
      latitude: 30,
      longitude: 30,
      items: [6],
      ownerFields: { enable_messaging: true },
    })
    const all = (await get(tilePath(30, 30))).json() as Tile
    expect(all.total).toBe(2)
    expect(all.letterboxes.map(({ id, kind }) => [id, kind]).sort()).toEqual(
      [
        [one.id, 'normal'],
        [two.id, 'messaging_active'],
      ].sort(),
    )
    const only = async (query: string) =>
      ((await get(tilePath(30, 30, query))).json() as Tile).letterboxes.map(({ id }) => id)
    expect(await only('?sticker_id=5')).toEqual([one.id])
    expect(await only('?enable_messaging=true')).toEqual([two.id])
    expect(await only('?sticker_id=5&enable_messaging=true')).toEqual([])
  })

  it('returns a cacheable tile, and 304 while it is fresh', async () => {
    const letterbox = await shown({ latitude: 31, longitude: 30 })
    const path = tilePath(31, 30)
    const first = await get(path)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=15, stale-while-revalidate=60',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(String(first.headers.vary).toLowerCase()).toContain('accept-encoding')
    const again = await get(path, { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])

    await test.call(letterboxesApi.updateLocation, {
      as: letterbox.owner.token,
      body: { latitude: 31, longitude: 30, show_on_map: false, certain: true },
    })
    const after = await get(path, { 'if-none-match': etag })
    expect(after.statusCode).toBe(200)
    expect(after.json()).toEqual({ letterboxes: [], clusters: [], total: 0 })
  })

  it('is compressed with the encoding that the client accepts', async () => {
    const place = { latitude: 32, longitude: 30 }
    for (let i = 0; i < 12; i++) await shown(place)
    const path = tilePath(32, 30)
    const plain = await get(path)
    for (const encoding of ['gzip', 'br']) {
      for (const header of [encoding, `${encoding};q=0.5, identity`]) {
        const answer = await get(path, { 'accept-encoding': header })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length)
      }
    }
    const refused = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('groups crowded pins into clusters with exact counts', async () => {
    const { orm } = test.deps.database
    const owners = await orm
      .insert(users)
      .values(Array.from({ length: 300 }, () => ({ firstname: 'Many' })))
      .returning({ id: users.id })
    await orm.insert(letterboxes).values(
      owners.map(({ id }, i) => ({
        user_id: id,
        address: 'Langstrasse 12',
        postcode: '8004',
        city: 'Zürich',
        country: 'CH',
        latitude: 33,
        longitude: i === 0 ? 30.0004 : 30,
      })),
    )
    await expect
      .poll(async () => (await get(tilePath(33, 30))).json() as Tile)
      .toMatchObject({
        letterboxes: [{ longitude: 30.0004 }],
        clusters: [{ latitude: 33, longitude: 30, count: 299 }],
        total: 300,
      })
  })

  it.each([
    '22/0/0',
    '1/2/0',
    '1/0/2',
    '-1/0/0',
    '1.5/0/0',
    'x/y/z',
    'NaN/0/0',
    '1e999/0/0',
    '%00/0/0',
    '0/0/99999999999999999999',
  ])('returns 400 for the tile %s', async (tile) => {
    const response = await get(`/letterboxes/tiles/${tile}`)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_tile'])
  })

  it('returns 400 with a code for broken encodings and filters', async () => {
    for (const path of ['0/0/%ff', '0/0/0?sticker_id=NaN', '0/0/0?enable_messaging=maybe']) {
      const response = await get(`/letterboxes/tiles/${path}`)
      expect(response.statusCode).toBe(400)
      expect(response.json().code).toMatch(/^(bad_request|invalid_tile)$/)
    }
  })
})

const ADDRESS = {
  firstname: 'Noa',
  lastname: 'Graf',
  address: 'Seestrasse 1',
  postcode: '8002',
  city: 'Zürich',
  country: 'CH',
}

describe('POST /letterboxes/updateLetterboxAddress', () => {
  const update = (as: string | undefined, body: object = ADDRESS) =>
    test.call(letterboxesApi.updateAddress, { as, body: body as typeof ADDRESS })

  const SCHAAN = { address: 'Landstrasse 19', postcode: '9494', city: 'Schaan', country: 'LI' }

  it('moves the letterbox to the house of the address, unconfirmed', async () => {
    const { id, owner } = await shown()
    const { body } = await update(owner.token, { ...ADDRESS, ...SCHAAN })
    const spot = { latitude: 47.16623, longitude: 9.50948 }
    expect(body).toMatchObject({ ...SCHAAN, ...spot, location_verified: false })
    const { body: seen } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
    expect(seen).toMatchObject({ ...SCHAAN, ...spot })
  })

  it('takes the letterbox off the map if only the new town is known', async () => {
    const { id, owner } = await shown()
    const { body } = await update(owner.token, { ...ADDRESS, address: 'Werdstrasse 7' })
    expect(body).toMatchObject({ latitude: null, longitude: null, location_verified: false })
    const { status } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
    expect(status).toBe(404)
  })

  it('keeps the letterbox in its street, unconfirmed, if the new number is unknown', async () => {
    const { owner } = await shown({ latitude: 47.377, longitude: 8.526 })
    const { body } = await update(owner.token, {
      ...ADDRESS,
      address: 'Langstr. 14',
      postcode: '8004',
    })
    expect(body).toMatchObject({ latitude: 47.377, longitude: 8.526, location_verified: false })
  })

  it('keeps a confirmed spot if only the spelling of the address changes', async () => {
    const { owner } = await shown({ latitude: 47.377, longitude: 8.526 })
    const { body } = await update(owner.token, {
      ...ADDRESS,
      address: 'langstr. 12',
      postcode: '8004',
    })
    expect(body).toMatchObject({
      address: 'langstr. 12',
      latitude: 47.377,
      location_verified: true,
    })
  })

  it('changes name and address, and the spot is unconfirmed again', async () => {
    const { id, owner } = await shown()
    const { status, body } = await update(owner.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, ...ADDRESS, location_verified: false })
  })

  it('keeps the spot confirmed if the address stays', async () => {
    const { owner } = await shown()
    const same = { address: 'Langstrasse 12', postcode: '8004', address_addition: '2nd floor' }
    const { body } = await update(owner.token, { ...ADDRESS, ...same })
    expect(body).toMatchObject({ address_addition: '2nd floor', location_verified: true })
  })

  it('creates the letterbox of an account without one, once', async () => {
    const { id, token } = await createUser(test.deps.database.orm)
    const answers = await Promise.all([update(token), update(token), update(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ user_id: id, latitude: null, items: [] })
  })

  it('returns 401 without a valid session', async () => {
    expect([(await update(undefined)).status, (await update('nonsense')).status]).toEqual([
      401, 401,
    ])
  })

  it('changes no letterbox of another account', async () => {
    const other = await shown()
    const { token } = await shown().then(({ owner }) => owner)
    const refused = await update(token, { ...ADDRESS, user_id: other.owner.id })
    expect([refused.status, refused.error.code]).toEqual([400, 'forbidden_field'])
    await update(token, { ...ADDRESS, id: other.id })
    const { body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: other.id } })
    expect(body.address).toBe('Langstrasse 12')
  })

  it.each([
    ['firstname', '', 'errors.validation.firstName'],
    ['lastname', ' ', 'errors.validation.lastName'],
    ['address', undefined, 'errors.validation.address'],
    ['postcode', '', 'errors.validation.postcode'],
    ['city', ['Vaduz'], 'errors.validation.city'],
    ['country', 'Atlantis', 'errors.validation.country'],
    ['address', 'x'.repeat(201), 'errors.validation.tooLong'],
  ])('returns 422 for %s %o', async (field, value, key) => {
    const { token } = await createUser(test.deps.database.orm)
    const { status, error } = await update(token, { ...ADDRESS, [field]: value })
    expect([status, error.errors]).toEqual([422, { [field]: [key] }])
  })
})

describe('POST /letterboxes/updateLetterboxLocation', () => {
  const update = (as: string | undefined, body: object) =>
    test.call(letterboxesApi.updateLocation, {
      as,
      body: body as { latitude: number; longitude: number },
    })

  it('puts the letterbox on a confirmed spot, visible to the next call', async () => {
    const { id, owner } = await shown({
      latitude: null,
      longitude: null,
      location_verified: false,
      ownerFields: { show_on_map: false },
    })
    const { status, body } = await update(owner.token, {
      latitude: 35,
      longitude: 30,
      certain: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ latitude: 35, location_verified: true, show_on_map: true })
    const list = await test.call(letterboxesApi.list, { query: around(35, 30) })
    expect(list.body.letterboxes.map((letterbox) => letterbox.id)).toEqual([id])
  })

  it.each([
    ['in another country', { latitude: 52.5, longitude: 13.4 }],
    ['far from the town of its address', { latitude: 47.14, longitude: 9.52 }],
  ])('refuses a spot %s unless the owner is certain', async (_, spot) => {
    const { owner } = await shown({ latitude: 47.3701, longitude: 8.52 })
    const { status, error } = await update(owner.token, spot)
    expect([status, error.errors]).toEqual([422, { latitude: ['errors.validation.spotElsewhere'] }])
    const { body } = await update(owner.token, { ...spot, certain: true })
    expect(body).toMatchObject({ ...spot, location_verified: true })
  })

  it('keeps a spot that was chosen without a map, on the map but unconfirmed', async () => {
    const { owner } = await shown({ latitude: 35, longitude: 31, location_verified: true })
    const spot = { latitude: 35.5, longitude: 31, certain: true }
    const unseen = await update(owner.token, { ...spot, unseen: true })
    expect(unseen.body).toMatchObject({
      latitude: 35.5,
      location_verified: false,
      show_on_map: true,
    })
    expect((await update(owner.token, spot)).body).toMatchObject({ location_verified: true })
  })

  it('takes the letterbox off the map on request, with name and messages', async () => {
    const { owner } = await shown({
      latitude: 36,
      longitude: 30,
      ownerFields: { show_name: true, enable_messaging: true },
    })
    const spot = { latitude: 36, longitude: 30, certain: true }
    const { body } = await update(owner.token, { ...spot, show_on_map: false })
    expect(body.privacy).toMatchObject({
      show_on_map: false,
      show_name: false,
      enable_messaging: false,
    })
    expect((await test.call(letterboxesApi.list, { query: around(36, 30) })).body.total).toBe(0)
  })

  it('returns 409 without a letterbox and 401 without a session', async () => {
    const { token } = await createUser(test.deps.database.orm)
    const place = { latitude: 1, longitude: 1 }
    const { status, error } = await update(token, place)
    expect([status, error.code]).toEqual([409, 'conflict'])
    expect((await update(undefined, place)).status).toBe(401)
  })

  it('moves no letterbox of another account', async () => {
    const other = await shown({ latitude: 37, longitude: 30 })
    const { owner } = await shown()
    await update(owner.token, {
      latitude: 38,
      longitude: 30,
      certain: true,
      letterbox_id: other.id,
    })
    expect((await test.call(letterboxesApi.list, { query: around(37, 30) })).body.total).toBe(1)
  })

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -180.1 },
    { latitude: null, longitude: 0 },
    { latitude: '47', longitude: 8 },
    { longitude: 8 },
  ])('returns 422 for %o', async (body) => {
    const { owner } = await shown()
    const { status, error } = await update(owner.token, body)
    expect([status, error.code]).toEqual([422, 'validation'])
  })

  it('returns an error for numbers that JSON does not allow', async () => {
    const { owner } = await shown()
    for (const number of ['1e999', 'NaN']) {
      const response = await test.app.inject({
        method: 'POST',
        url: `${API_BASE}${letterboxesApi.updateLocation.path}`,
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
        },
        payload: `{"latitude": ${number}, "longitude": 8}`,
      })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json().code).toMatch(/^(validation|malformed_json)$/)
    }
  })
})

describe('POST /letterboxes/updateLetterboxItems', () => {
  const update = (as: string | undefined, selected_items_id: unknown) =>
    test.call(letterboxesApi.updateItems, {
      as,
      body: { selected_items_id: selected_items_id as number[] },
    })

  it('replaces the stickers, each once, and accepts an empty list', async () => {
    const { owner } = await shown({ latitude: 39, longitude: 30, items: [11, 12] })
    await createItem(test.deps.database.orm, 13)
    const { status, body } = await update(owner.token, [13, 12, 13])
    expect(status).toBe(200)
    expect(body.items.map(({ id }) => id)).toEqual([12, 13])
    const withSticker = async (sticker_id: string) =>
      (
        await test.call(letterboxesApi.filterBySticker, {
          query: { ...around(39, 30), sticker_id },
        })
      ).body.total
    expect(await Promise.all(['11', '12', '13'].map(withSticker))).toEqual([0, 1, 1])
    expect((await update(owner.token, [])).body.items).toEqual([])
    expect(await withSticker('12')).toBe(0)
  })

  it('refuses unknown and retired items and changes nothing', async () => {
    const { owner } = await shown({ items: [11] })
    await createItem(test.deps.database.orm, 14)
    await test.deps.database.orm.update(items).set({ active: false }).where(eq(items.id, 14))
    for (const wrong of [[11, 30000], [14], ['x'], [1.5], 'x', null]) {
      const { status, error } = await update(owner.token, wrong)
      expect([status, error.errors]).toEqual([
        422,
        { selected_items_id: ['errors.validation.item'] },
      ])
    }
    expect((await update(owner.token, [11])).body.items).toHaveLength(1)
  })

  it('returns 409 without a letterbox and 401 without a session', async () => {
    const { token } = await createUser(test.deps.database.orm)
    expect((await update(token, [])).status).toBe(409)
    expect((await update(undefined, [])).status).toBe(401)
  })

  it('changes no letterbox of another account', async () => {
    const other = await shown({ items: [11] })
    const { owner } = await shown({ items: [11] })
    await update(owner.token, [])
    const query = { letterbox_id: other.id }
    expect((await test.call(letterboxesApi.byId, { query })).body.items).toHaveLength(1)
  })
})

describe('the letterboxes of the map', () => {
  it('follow the privacy settings at once', async () => {
    const { owner } = await shown({ latitude: 40, longitude: 30 })
    const total = async () =>
      (await test.call(letterboxesApi.list, { query: around(40, 30) })).body.total
    expect(await total()).toBe(1)
    await test.call(privacyApi.update, { as: owner.token, body: { show_on_map: false } })
    expect(await total()).toBe(0)
    await test.call(privacyApi.update, { as: owner.token, body: { show_on_map: true } })
    expect(await total()).toBe(1)
  })

  it('exclude those of a deleted account', async () => {
    const { owner } = await shown({ latitude: 41, longitude: 30 })
    await test.deps.database.orm.delete(users).where(eq(users.id, owner.id))
    await expect.poll(async () => (await get(tilePath(41, 30))).json().total).toBe(0)
  })

  it('change their kind when an owner becomes inactive, stops supporting or returns', async () => {
    const { orm } = test.deps.database
    const now = test.deps.clock().getTime()
    const seenLately = { enable_messaging: true, last_seen_at: new Date(now - 89 * DAY_MS) }
    const idle = await shown({ latitude: 42, longitude: 30, ownerFields: seenLately })
    const paid = { membership_until: new Date(now + 2 * DAY_MS) }
    await shown({ latitude: 42, longitude: 30, ownerFields: paid })
    const kinds = async () =>
      ((await get(tilePath(42, 30))).json() as Tile).letterboxes.map(({ kind }) => kind).sort()
    expect(await kinds()).toEqual(['messaging_active', 'supporter'])
    test.advance(3 * DAY_MS)
    await test.deps.letterboxFeed.checkLapses()
    expect(await kinds()).toEqual(['messaging', 'normal'])
    await orm
      .update(users)
      .set({ last_seen_at: test.deps.clock() })
      .where(eq(users.id, idle.owner.id))
    await expect.poll(kinds).toEqual(['messaging_active', 'normal'])
    await test.call(privacyApi.update, { as: idle.owner.token, body: { takes_requests: false } })
    await expect.poll(kinds).toEqual(['normal', 'normal'])
    test.advance(-3 * DAY_MS)
  })

  it('are the same in another process', async () => {
    const second = await createTestApp({ sharing: test })
    try {
      const { owner } = await shown({ latitude: 43, longitude: 30 })
      const total = async () =>
        (await second.call(letterboxesApi.list, { query: around(43, 30) })).body.total
      await expect.poll(total).toBe(1)
      await test.call(privacyApi.update, { as: owner.token, body: { show_on_map: false } })
      await expect.poll(total).toBe(0)
    } finally {
      await second.close()
    }
  })

  it('are reloaded after a bulk change', async () => {
    const { orm } = test.deps.database
    await orm.transaction(async (tx) => {
      await tx.execute("SELECT set_config('letterlend.quiet', 'on', true)")
      await createLetterbox(tx, { latitude: 44, longitude: 30 })
      await tx.execute("SELECT pg_notify('letterbox_changed', 'all')")
    })
    await expect.poll(async () => (await get(tilePath(44, 30))).json().total).toBe(1)
    await expect.poll(() => test.deps.letterboxFeed.isReady()).toBe(true)
  })

  it('survive a malformed notification of the database', async () => {
    await test.deps.database.query("SELECT pg_notify('letterbox_changed', 'nonsense')")
    await shown({ latitude: 45, longitude: 30 })
    expect((await get(tilePath(45, 30))).json().total).toBe(1)
  })
})
