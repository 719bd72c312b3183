import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OUTLINE, POSTCODES } from '#app/server/testing/area-samples.ts'
import { createLetterbox, createOrder, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { Street } from '#platform/server/street-map/address-list.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { orders } from '../tables.ts'
import { findSpots } from './spots.ts'

const HOUSE = { latitude: 47.395, longitude: 8.525 }
const NEXT_HOUSE = { latitude: 47.397, longitude: 8.525 }
const STREETS = [
  new Street(
    'Nordstrasse',
    { postcode: '8037', city: 'Zürich' },
    '1 2',
    Float64Array.from([...Object.values(HOUSE), ...Object.values(NEXT_HOUSE)]),
  ),
]
const HOME = { address: 'Nordstrasse 1', postcode: '8037', city: 'Zürich', country: 'CH' }
const NOW = new Date('2026-11-30T09:00:00Z')

let test: TestApp
beforeAll(async () => {
  const streetMap = Object.assign(await StreetMap.open([]), { streets: STREETS })
  test = await createTestApp({ deps: { streetMap } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const find = (at = NOW, signal = new AbortController().signal) =>
  findSpots({ ...test.deps, clock: () => at }, signal)

async function spotOf({ id }: { id: string }) {
  const [row] = await orm().select().from(orders).where(eq(orders.id, id))
  return row?.latitude == null ? null : { latitude: row.latitude, longitude: row.longitude }
}

describe('with somebody whose tasks are limited to an outline', () => {
  beforeEach(async () => {
    await createUser(orm(), { tasks: ['shipping'], area: OUTLINE })
  })
  afterEach(async () => {
    STREETS.splice(1)
    await orm().delete(orders)
  })

  it("an order is where its house is, also a visitor's", async () => {
    const visitors = await createOrder(orm(), HOME)
    const spelled = await createOrder(orm(), { ...HOME, address: 'Nordstr. 2' })
    const unknown = await createOrder(orm(), { ...HOME, address: 'Südstrasse 1' })
    const onlyStreet = await createOrder(orm(), { ...HOME, address: 'Nordstrasse 77' })
    await find()
    expect(await spotOf(visitors)).toEqual(HOUSE)
    expect(await spotOf(spelled)).toEqual(NEXT_HOUSE)
    expect(await spotOf(unknown)).toBeNull()
    expect(await spotOf(onlyStreet)).toBeNull()
  })

  it('an order to the letterbox of the household is where that was placed', async () => {
    const placed = { latitude: 47.3961, longitude: 8.5271 }
    const letterbox = await createLetterbox(orm(), { ...HOME, ...placed })
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    const own = await createOrder(orm(), { ...HOME, user_id: letterbox.owner.id })
    const members = await createOrder(orm(), {
      ...HOME,
      address: 'Nordstr. 1',
      city: 'ZÜRICH',
      user_id: member.id,
    })
    const present = await createOrder(orm(), {
      ...HOME,
      address: 'Nordstrasse 2',
      user_id: letterbox.owner.id,
    })
    await find()
    expect(await spotOf(own)).toEqual(placed)
    expect(await spotOf(members)).toEqual(placed)
    expect(await spotOf(present)).toEqual(NEXT_HOUSE)
  })

  it('a corrected address is looked up again, and has no spot until then', async () => {
    const order = await createOrder(orm(), HOME)
    await find()
    const correct = (change: Partial<typeof HOME> & { amount?: number; price_cents?: number }) =>
      orm().update(orders).set(change).where(eq(orders.id, order.id))
    await correct({ amount: 2, price_cents: 1400, address: HOME.address })
    expect(await spotOf(order)).toEqual(HOUSE)
    await correct({ address: 'Nordstrasse 2' })
    expect(await spotOf(order)).toBeNull()
    await find()
    expect(await spotOf(order)).toEqual(NEXT_HOUSE)
  })

  it('an address that was not found is looked up again after a day', async () => {
    const paid = await createOrder(orm(), { ...HOME, address: 'Neugasse 1', status: 'paid' })
    await find()
    const neugasse = new Street('Neugasse', HOME, '1', Float64Array.from(Object.values(HOUSE)))
    STREETS.push(neugasse)
    await find(new Date(NOW.getTime() + DAY_MS / 2))
    expect(await spotOf(paid)).toBeNull()
    await find(new Date(NOW.getTime() + DAY_MS + 1))
    expect(await spotOf(paid)).toEqual(HOUSE)
  })

  it('an order that needs no parcel any more is not looked up', async () => {
    const shipped = await createOrder(orm(), { ...HOME, status: 'processed' })
    const cancelled = await createOrder(orm(), { ...HOME, status: 'cancelled' })
    await find()
    expect(await spotOf(shipped)).toBeNull()
    expect(await spotOf(cancelled)).toBeNull()
  })

  it('nobody else makes an address be looked up', async () => {
    await orm().update(users).set({ area: POSTCODES }).where(isNotNull(users.area))
    const order = await createOrder(orm(), HOME)
    await find()
    expect(await spotOf(order)).toBeNull()
  })

  it('a process that stops leaves the rest to the next one', async () => {
    const order = await createOrder(orm(), HOME)
    await find(NOW, AbortSignal.abort())
    expect(await spotOf(order)).toBeNull()
    await find()
    expect(await spotOf(order)).toEqual(HOUSE)
  })
})
