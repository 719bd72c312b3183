import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { insertBatch } from '#features/shop/parcels/server/door.ts'
import { parcel_codes } from '#features/shop/parcels/tables.ts'
import { Street } from '#platform/server/street-map/address-list.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import type { Area } from '#platform/shared/areas.ts'
import { invitationsApi } from '../contract.admin.ts'

const VADUZ = { postcode: '9490', city: 'Vaduz' }
/** House 1 is in the west, house 2 in the east. */
const street = (name: string, place = VADUZ) =>
  new Street(name, place, '1 2', new Float64Array([47.14, 9.51, 47.14, 9.53]))
const STREETS = [street('Querweg'), street('Querweg', { postcode: '9494', city: 'Schaan' })]
const WEST: Area = {
  country: null,
  postcodes: [],
  outline: [
    [9.5, 47.1],
    [9.52, 47.1],
    [9.52, 47.2],
    [9.5, 47.2],
  ],
}
const IN_9490: Area = { country: 'LI', postcodes: ['9490'], outline: [] }

let test: TestApp
let moderator: TestUser
let western: TestUser
let ofPostcode: TestUser
beforeAll(async () => {
  const streetMap = Object.assign(await StreetMap.open([]), { streets: STREETS })
  test = await createTestApp({ deps: { streetMap } })
  moderator = await createUser(orm(), { tasks: ['moderation'] })
  const person = async (area: Area) =>
    keepProved(orm(), await createUser(orm(), { tasks: ['moderation'], area }))
  western = await person(WEST)
  ofPostcode = await person(IN_9490)
  const { token: as } = await createUser(orm(), { role_id: 3 })
  const { body } = await test.call(settingsApi.list, { as })
  const version = body.find(({ key }) => key === 'operator')?.version ?? 0
  const value = { ...test.deps.settings.current().operator, email: 'hallo@lend.example' }
  await test.call(settingsApi.save, { as, body: { key: 'operator', version, value } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const search = async ({ token: as }: TestUser) =>
  (await test.call(invitationsApi.streets, { as, query: { search: 'querweg' } })).body
const make = ({ token: as }: TestUser, numbers: string[], place = VADUZ) =>
  test.call(invitationsApi.create, {
    as,
    body: {
      source: { kind: 'street', name: 'Querweg', ...place, numbers },
      lang: 'de',
      text: '',
      window: 'left',
    },
  })
const batchesOf = async ({ token: as }: TestUser) => {
  const { body } = await test.call(invitationsApi.list, { as, query: {} })
  return { ids: body.rows.map(({ id }) => id), total: body.total }
}

describe('a street that an outline crosses', () => {
  it('shows and counts only the houses inside, with their states', async () => {
    const west = { address: 'Querweg 1', ...VADUZ, country: 'LI' }
    await createLetterbox(orm(), west)
    await createLetterbox(orm(), { ...west, address: 'Querweg 2' })
    expect(await search(western)).toEqual([
      { name: 'Querweg', postcode: '9494', city: 'Schaan', houses: 1 },
      { name: 'Querweg', ...VADUZ, houses: 1 },
    ])
    const query = { name: 'Querweg', ...VADUZ }
    const { body } = await test.call(invitationsApi.houses, { as: western.token, query })
    expect(body).toEqual([{ number: '1', state: 'here' }])
  })

  it('gets no letter to a house outside, exactly as to one that does not exist', async () => {
    const outside = await make(western, ['1', '2'])
    expect(outside.status).toBe(422)
    expect(outside.body).toEqual((await make(western, ['1', '99'])).body)
    expect((await make(western, ['1'])).status).toBe(201)
  })
})

it('an area given by postcodes covers the streets of the town in its country alone', async () => {
  expect(await search(ofPostcode)).toEqual([{ name: 'Querweg', ...VADUZ, houses: 2 }])
  const swiss = { country: 'CH', postcodes: ['9490'], outline: [] }
  expect(await search(await createUser(orm(), { tasks: ['moderation'], area: swiss }))).toEqual([])
  expect((await make(ofPostcode, ['1'], { postcode: '9494', city: 'Schaan' })).status).toBe(404)
})

describe('a batch', () => {
  it('with one letter outside is no batch for people with that area', async () => {
    const both = (await make(moderator, ['1', '2'])).body.id
    const west = (await make(moderator, ['1'])).body.id
    const seen = await batchesOf(western)
    expect([seen.ids.includes(both), seen.ids.includes(west)]).toEqual([false, true])
    expect(seen.total).toBe(seen.ids.length)
    expect((await batchesOf(ofPostcode)).ids).toEqual(expect.arrayContaining([both, west]))
    const revoked = await test.call(invitationsApi.revoke, {
      as: western.token,
      body: { id: both },
    })
    expect(revoked.status).toBe(404)
    const codes = await orm().select().from(parcel_codes).where(eq(parcel_codes.batch_id, both))
    expect(codes.map(({ revoked_at }) => revoked_at)).toEqual([null, null])
  })

  it('to imported people, or from before spots were stored, stays with the whole community', async () => {
    const { id: handed_letterbox_id } = await createLetterbox(orm(), VADUZ)
    const letter = {
      address: 'Querweg 1',
      ...VADUZ,
      country: 'LI',
      latitude: null,
      longitude: null,
    }
    const about = { label: 'A', lang: 'de', text: '', window: 'left', created_by: null } as const
    const now = test.deps.clock()
    const imported = await insertBatch(orm(), about, [{ ...letter, handed_letterbox_id }], now)
    const old = await insertBatch(orm(), about, [{ ...letter, handed_letterbox_id: null }], now)
    const seenBy = async (as: TestUser) => {
      const { ids } = await batchesOf(as)
      return [ids.includes(imported.id), ids.includes(old.id)]
    }
    expect(await seenBy(moderator)).toEqual([true, true])
    expect(await seenBy(ofPostcode)).toEqual([false, true])
    expect(await seenBy(western)).toEqual([false, false])
    const byId = (as: TestUser) =>
      test.call(invitationsApi.byId, { as: as.token, query: { id: imported.id } })
    expect([(await byId(moderator)).status, (await byId(ofPostcode)).status]).toEqual([403, 404])
  })
})
