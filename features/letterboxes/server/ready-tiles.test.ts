import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { type RawAnswer, requestRaw } from '#app/server/testing/raw-request.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import type { Tile } from '../contract.ts'

const TILES = `${API_BASE}/letterboxes/tiles`
/** For tiles the framework does nothing else for it; what is ready is not looked for. */
const BY_FRAMEWORK = { 'x-no-compression': '1' }
const [LATITUDE, LONGITUDE] = [40.001, 40.001]
/** The tiles of one place, from the whole world to one street. */
const TOWN = ['0/0/0', '1/1/0', '2/2/1', '9/312/193', '10/625/387', '11/1251/775', '12/2503/1550']

let test: TestApp
/** How often something was answered before the framework. */
let ready = 0
beforeAll(async () => {
  test = await createTestApp()
  const letterboxes = Array.from({ length: 20 }, (_, i) => ({
    latitude: LATITUDE + i / 1e5,
    longitude: LONGITUDE,
    items: [1 + (i % 2)],
  }))
  for (const fields of letterboxes) await shown(fields)
  test.deps.readyFirst.onAnswered(() => ready++)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

async function shown(fields: Parameters<typeof createLetterbox>[1]) {
  const letterbox = await createLetterbox(test.deps.database.orm, fields)
  await test.deps.letterboxFeed.refresh([letterbox.id])
  return letterbox
}

const ask = (tile: string, headers: Record<string, string> = {}) =>
  requestRaw(test.app, { url: `${TILES}/${tile}`, headers })
/** Whether the framework was not asked for it. */
async function isReady(tile: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = ready
  await ask(tile, headers)
  return ready > before
}
const totalOf = ({ body }: RawAnswer) => (JSON.parse(body.toString()) as Tile).total
/** All but what is another with each answer. */
const sameOf = ({ status, headers, body }: RawAnswer) => ({
  status,
  headers: headers.filter((line) => !/^(date|x-request-id): /i.test(line)).sort(),
  body: body.toString('base64'),
})

describe('A tile that nobody has asked for', () => {
  it.each([
    ['without a filter', ''],
    ['of a sticker', '?sticker_id=1'],
    ['of several', '?sticker_ids=1%2C2&match=any&enable_messaging=true'],
  ])('is answered as the framework would, without it: %s', async (_, query) => {
    await ask(`0/0/0${query}`)
    await ask(`3/0/0${query}`)
    for (const tile of TOWN) {
      const before = ready
      const first = await ask(tile + query)
      expect(ready, tile).toBe(before + 1)
      expect(sameOf(first)).toEqual(sameOf(await ask(tile + query, BY_FRAMEWORK)))
    }
  })

  it('is compressed as well, and known by its tag', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    await ask('0/0/0', gzip)
    const tile = '13/5006/3101'
    const before = ready
    const first = await ask(tile, gzip)
    expect(ready).toBe(before + 1)
    expect(first.headers).toContain('content-encoding: gzip')
    expect(sameOf(first)).toEqual(sameOf(await ask(tile, { ...gzip, ...BY_FRAMEWORK })))
    const etag = first.headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length)
    const known = await ask(tile, { ...gzip, 'if-none-match': String(etag) })
    expect([known.status, known.body.length, ready]).toEqual([304, 0, before + 2])
  })

  it.each([
    ['a query that the framework has not read', '5/0/0?sticker_id=9'],
    ['numbers that are not written as usual', '05/0/0'],
    ['a number that is none', '5/1e1/0'],
  ])('is left to the framework: %s', async (_, tile) => {
    await ask('0/0/0')
    expect(await isReady(tile)).toBe(false)
  })

  it.each([
    ['no such tile', '0/9/0'],
    ['no such zoom', '22/0/0'],
    ['a filter that is none', '0/0/0?sticker_id=NaN'],
    ['a filter of another call', '0/0/0?north_east=1,1'],
  ])('is refused as ever, each time: %s', async (_, tile) => {
    await ask('0/0/0')
    const statuses = [(await ask(tile)).status, (await ask(tile)).status]
    const { status } = await ask(tile, BY_FRAMEWORK)
    expect(statuses).toEqual([status, status])
  })
})

describe('An address that is written in an unusual way', () => {
  it.each([
    '05/17/12?sticker_id=9',
    '5/017/12?sticker_id=9',
    '5/17/%31%32?sticker_id=9',
    '5/17/12/?sticker_id=9',
    '5/17/12#?sticker_id=9',
    '5/17/12?sticker_id=9#',
    '5/17/12?sticker_id=9&',
    '5/17/12??sticker_id=9',
    '5/17/12;?sticker_id=9',
  ])('does not change what others get: %s', async (unusual) => {
    for (const tile of ['0/0/0', '5/19/12', '5/19/12?sticker_id=9']) await ask(tile)
    for (let i = 0; i < 3; i++) await ask(unusual)
    // What others asked for before is ready, and would hide it.
    test.deps.letterboxFeed.tiles.clear()
    for (const usual of ['5/19/12', '12/2503/1550', '12/2503/1550?sticker_id=9']) {
      expect(sameOf(await ask(usual))).toEqual(sameOf(await ask(usual, BY_FRAMEWORK)))
    }
  })
})

describe('A tile that was answered before', () => {
  it('shows what has changed on the map since', async () => {
    const tile = '12/2503/1550'
    const before = totalOf(await ask(tile))
    for (let i = 0; i < 3; i++) expect(totalOf(await ask(tile))).toBe(before)
    await shown({ latitude: LATITUDE, longitude: LONGITUDE, items: [1] })
    expect(totalOf(await ask(tile))).toBe(before + 1)
  })

  it('is empty until something is there', async () => {
    const place = { latitude: 40.3, longitude: 40.3 }
    const tile = '12/2506/1546'
    expect(await isReady(tile)).toBe(true)
    expect(totalOf(await ask(tile))).toBe(0)
    await shown(place)
    expect(totalOf(await ask(tile))).toBe(1)
  })
})
