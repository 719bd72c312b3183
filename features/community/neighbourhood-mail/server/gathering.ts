import { inArray } from 'drizzle-orm'
import { countLoansOf } from '#features/lending/conversations/counts/server/door.ts'
import { wishedNear } from '#features/lending/wishes/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { findBlockedLetterboxes } from '#features/places/letterboxes/reach/server/door.ts'
import {
  findLetterboxOfUser,
  findPublicLetterboxes,
} from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { boxAround, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { type NeighbourhoodMail, neighbourhood } from './mails/neighbourhood.ts'
import { type Told, worthTelling } from './neighbourhood-mail.rules.ts'
import { rhythmOf, toldPeriod } from './times.ts'

/** Maximum size of a neighbourhood: a few streets of a town, or a whole village. */
const NEIGHBOURS = 100
/** Maximum distance in metres. */
const FARTHEST = 5_000

type GatherDeps = Pick<Deps, 'config' | 'letterboxFeed' | 'clock'>

/** The nearest public letterboxes, without the own one and those of blocked members. */
async function findNeighbours(
  db: Db,
  { letterboxFeed }: GatherDeps,
  spot: Position,
  userId: string,
  ownId: string,
) {
  const without = [ownId, ...(await findBlockedLetterboxes(db, userId))]
  const query = { box: boxAround(spot, FARTHEST), from: spot, without, limit: NEIGHBOURS }
  const near = letterboxFeed.index
    .nearest(query)
    .letterboxes.filter(({ distance }) => distance <= FARTHEST)
  // The index in memory may lag behind, so the database has the final say.
  return findPublicLetterboxes(
    db,
    near.map(({ id }) => id),
  )
}

/** Content of a mail; null if there is nothing worth a mail, or no letterbox. */
async function gatherTold(
  db: Db,
  deps: GatherDeps,
  userId: string,
  name: string,
): Promise<Told | null> {
  const own = await findLetterboxOfUser(db, userId)
  const { latitude, longitude } = own?.letterbox ?? {}
  if (!own || latitude == null || longitude == null) return null
  const spot = { latitude, longitude }
  const period = toldPeriod(deps.config.timeZone, name)
  const neighbours = await findNeighbours(db, deps, spot, userId, own.letterbox.id)
  const isNew = ({ on_map_at }: { on_map_at: Date | null }) =>
    on_map_at !== null && on_map_at >= period.from && on_map_at < period.until
  const wished = await wishedNear(db, userId, deps.clock())
  const lenderIds = neighbours.map(({ owner }) => owner.id)
  return worthTelling({
    letterboxes: neighbours
      .filter(({ letterbox }) => isNew(letterbox))
      .map(({ letterbox, items: stickers }) => ({
        id: letterbox.id,
        address: letterbox.address,
        metres: distanceInMetres(spot, {
          latitude: letterbox.latitude ?? Number.NaN,
          longitude: letterbox.longitude ?? Number.NaN,
        }),
        itemIds: stickers.map(({ id }) => id),
      })),
    wishes: wished.map(({ item_id, count, last }) => ({
      item_id,
      count,
      recent: last >= period.from,
    })),
    ownItemIds: own.items.map(({ id }) => id),
    loans: await countLoansOf(db, lenderIds, period),
  })
}

/** Names of items in a language, by id. */
async function namesOf(db: Db, ids: number[], lang: Language): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(items)
    .where(inArray(items.id, [...new Set(ids)]))
  const column = `name_${storedLanguage(lang)}` as const
  return new Map(rows.map((row) => [row.id, row[column]]))
}

/** A mail in the member's language; null if there is nothing to say. */
export async function contentFor(
  db: Db,
  deps: GatherDeps,
  user: { id: string; firstname: string; lang: Language },
  name: string,
) {
  const told = await gatherTold(db, deps, user.id, name)
  if (!told) return null
  const { letterboxes, wishes, more, loans } = told
  const ids = [
    ...wishes.map(({ item_id }) => item_id),
    ...letterboxes.flatMap(({ itemIds }) => itemIds),
  ]
  const names = await namesOf(db, ids, user.lang)
  const page = (path: string) => deps.config.publicUrl + path
  return neighbourhood({
    user_id: user.id,
    firstname: user.firstname,
    rhythm: rhythmOf(name),
    letterboxes: letterboxes.map(({ id, address, metres, itemIds }) => ({
      id,
      address,
      metres,
      items: itemIds.flatMap((item) => names.get(item) ?? []),
      url: page(paths.letterbox(id)),
    })),
    more,
    wishes: wishes.flatMap(({ item_id, count }) => {
      const name = names.get(item_id)
      return name === undefined ? [] : [{ name, count }]
    }),
    loans,
    mapUrl: page(paths.map()),
    itemsUrl: page(paths.updateLetterBoxItems()),
  })
}

/** Revises the mail before it is sent: leaves out letterboxes that were hidden, removed or blocked since. */
export async function reviseMail(
  db: Db,
  content: NeighbourhoodMail,
): Promise<NeighbourhoodMail | null> {
  const blocked = new Set(await findBlockedLetterboxes(db, content.user_id))
  const ids = content.letterboxes.map(({ id }) => id)
  const visible = new Set(
    (await findPublicLetterboxes(db, ids)).map(({ letterbox }) => letterbox.id),
  )
  const letterboxes = content.letterboxes.filter(({ id }) => visible.has(id) && !blocked.has(id))
  const isEmpty = letterboxes.length === 0 && content.wishes.length === 0 && content.loans === null
  return isEmpty ? null : { ...content, letterboxes }
}
