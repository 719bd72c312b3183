import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  countRequested,
  countRequestedFar,
  type RegionalCount,
} from '#features/lending/conversations/counts/server/door.ts'
import { listWished } from '#features/lending/wishes/server/door.ts'
import { findRegions } from '#features/places/letterboxes/figures/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Demand, Period } from './overview.rules.ts'

/** Demand by region; the key null stands for all regions. */
export type DemandsByRegion = Map<string | null, Demand[]>

const WORLD = {
  northEast: { latitude: 90, longitude: 180 },
  southWest: { latitude: -90, longitude: -180 },
}
/** Wishes processed before other requests get a turn. */
const AT_A_TIME = 50

type Wished = Awaited<ReturnType<typeof listWished>>[number]

/** Assigns a wish to the nearest letterbox, and checks whether one within its reach fulfils it. */
function lookAround({ letterboxFeed }: Deps, { item_id, radius, ...from }: Wished) {
  const nearest = (stickerId?: number) =>
    letterboxFeed.index.nearest({ box: WORLD, from, limit: 1, stickerId }).letterboxes[0]
  const lent = nearest(item_id)
  return {
    item_id,
    isMissing: lent === undefined || lent.distance > radius,
    letterbox: nearest()?.id,
  }
}

async function placeWishes(deps: Deps, wishes: readonly Wished[]) {
  const placed: ReturnType<typeof lookAround>[] = []
  for (const wish of wishes) {
    if (placed.length % AT_A_TIME === 0) await nextTurn()
    placed.push(lookAround(deps, wish))
  }
  const near = new Set(placed.flatMap(({ letterbox }) => letterbox ?? []))
  const regions = await findRegions(deps.database.orm, [...near])
  return placed.map(({ letterbox, ...wish }) => ({
    ...wish,
    region: letterbox === undefined ? undefined : regions.get(letterbox),
  }))
}

/** Counts requests and wishes for each sticker, in total and by region. */
export async function countDemands(deps: Deps, period: Period): Promise<DemandsByRegion> {
  const { database, config, clock } = deps
  const { orm } = database
  const where = { ...period, timeZone: config.timeZone }
  const demandByRegion = new Map<string | null, Map<number, Demand>>()
  const demandOf = (region: string | null, item_id: number): Demand => {
    const items = demandByRegion.get(region) ?? new Map<number, Demand>()
    demandByRegion.set(region, items)
    const none = { requests: 0, wishes: 0 }
    const demand = items.get(item_id) ?? { item_id, wanted: { ...none }, missing: { ...none } }
    items.set(item_id, demand)
    return demand
  }
  const addRequests = (kind: 'wanted' | 'missing', rows: readonly RegionalCount[]) => {
    for (const { region, item_id, count } of rows) demandOf(region, item_id)[kind].requests = count
  }
  addRequests('wanted', await countRequested(orm, where))
  addRequests('missing', await countRequestedFar(orm, where))
  for (const wish of await placeWishes(deps, await listWished(orm, where, clock()))) {
    for (const region of wish.region === undefined ? [null] : [null, wish.region]) {
      const { wanted, missing } = demandOf(region, wish.item_id)
      wanted.wishes += 1
      if (wish.isMissing) missing.wishes += 1
    }
  }
  return new Map([...demandByRegion].map(([region, items]) => [region, [...items.values()]]))
}
