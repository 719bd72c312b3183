import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import {
  noteMovedIn,
  problem,
  readPosition,
  sentenceOf,
} from '#features/community/imports/server/door.ts'
import { changeMovedAccount } from '#features/people/accounts/moving-in/server/door.ts'
import {
  changeMovedLetterbox,
  findMovedLetterboxes,
  findOwners,
  insertWithStickers,
  noteOnMapBefore,
  placeWithStickers,
  removeMovedLetterboxes,
} from '#features/places/letterboxes/importing/server/door.ts'
import { settlePrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import { readCountry } from '#platform/server/country-names.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { Position } from '#platform/shared/geography.ts'
import { readIds, readSwitch, readTime } from '../cells.ts'
import { findLegacy, type LegacyRow } from '../legacy-ids.queries.ts'
import { type Kind, type Move, type ReadRow, textOf } from '../move.ts'
import type { SiteRow } from '../site-files.ts'

interface Letterbox extends ReadRow {
  values: {
    address: string
    address_addition: string | null
    postcode: string
    city: string
    country: string
    latitude: number | null
    longitude: number | null
    location_verified: boolean
    hidden: boolean
    reseller: boolean
    supporter_until: string | null
    items: string
  }
  user_id: string
  /** The account was here before and stays as it is. */
  isOfStranger: boolean
  items: number[]
  supporter_until: Date | null
  created_at: Date
}

const ADDRESS = ['address', 'address_addition', 'postcode', 'city', 'country'] as const

/** Where the file says it is; null if it does not, or says nonsense. */
async function positionOf(
  { report }: Move,
  { line, fields }: SiteRow,
  country: string,
): Promise<Position | null> {
  const { latitude, longitude } = fields
  const isNowhere = Number(latitude) === 0 && Number(longitude) === 0
  if (!latitude || !longitude || isNowhere) return null
  const read = await readPosition({ latitude, longitude }, country)
  if ('position' in read) return read.position
  report.note(line, `${sentenceOf(read)}: its address is looked up instead`)
  return null
}

/** Where it is, or where its address is; without either it is off the map until its owner sets the spot. */
async function spotOf(move: Move, { line, values }: Letterbox): Promise<Position | null> {
  const { latitude, longitude, address, postcode, city, country } = values
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  const found = await move.geocoding.geocode(
    { address, postcode, city, country },
    { patient: true },
  )
  if (found) return { latitude: found.latitude, longitude: found.longitude }
  move.report.note(line, `${sentenceOf(problem('place_unknown', { city, country }))}: off the map`)
  return null
}

const membershipOf = (until: Date | null) => ({
  membership_until: until,
  membership_given_until: until,
})

/** What a letterbox says about its owner's account. */
async function settleOwner(move: Move, row: Letterbox): Promise<void> {
  const { user_id, values, supporter_until, isOfStranger } = row
  const user = await findUser(move.db, user_id)
  if (!user) return
  const hidden = values.hidden && user.show_on_map
  if (isOfStranger && !hidden) return
  if (!hidden && !values.reseller && supporter_until === null) return
  await changeMovedAccount(move.db, user_id, {
    ...(isOfStranger
      ? {}
      : { reseller: values.reseller, ...(supporter_until ? membershipOf(supporter_until) : {}) }),
    ...(hidden ? settlePrivacy(user, { show_on_map: false }) : {}),
  })
}

/** The references of some rows, by old id. */
interface References {
  users: Map<string, LegacyRow>
  items: Map<string, LegacyRow>
  before: Map<string, LegacyRow>
  /** Users who have a letterbox here. */
  owners: Set<string>
}

async function referencesOf(move: Move, rows: SiteRow[]): Promise<References> {
  const { db } = move
  const users = await findLegacy(
    db,
    'user',
    rows.flatMap(({ fields }) => fields.user_id ?? []),
  )
  const items = await findLegacy(
    db,
    'item',
    rows.flatMap(({ fields }) => readIds(fields.items)),
  )
  const before = await findLegacy(
    db,
    'letterbox',
    rows.flatMap(({ fields }) => fields.id ?? []),
  )
  const owners = await findOwners(
    db,
    [...users.values()].map(({ new_id }) => new_id),
  )
  return { users, items, before, owners }
}

export function letterboxesKind(): Kind<Letterbox> {
  async function readOne(
    move: Move,
    row: SiteRow,
    { users, items, before, owners }: References,
  ): Promise<Letterbox[]> {
    const { line, fields } = row
    const { report, timeZone } = move
    if (!fields.id) return report.refuse(line, 'id is missing')
    const owner = users.get(fields.user_id ?? '')
    if (!owner) return report.refuse(line, `user ${fields.user_id ?? ''} is not in users.csv`)
    const isNew = !before.has(fields.id)
    if (isNew && owners.has(owner.new_id))
      return report.refuse(line, `user ${fields.user_id} has another letterbox`)
    owners.add(owner.new_id)
    const address = textOf(move, row, 'address', 200)
    const postcode = textOf(move, row, 'postcode', 20)
    const city = textOf(move, row, 'city', 100)
    if (!address || !postcode || !city)
      return report.refuse(line, 'address, postcode or city is missing')
    const country = fields.country ? readCountry(fields.country) : move.country
    if (!country) return report.refuse(line, `unknown country "${fields.country?.slice(0, 40)}"`)
    const position = await positionOf(move, row, country)
    const oldItems = readIds(fields.items)
    const unknown = oldItems.filter((id) => !items.has(id))
    if (unknown.length > 0) report.note(line, `unknown items ${unknown.join(', ').slice(0, 80)}`)
    const itemIds = [...new Set(oldItems.flatMap((id) => Number(items.get(id)?.new_id ?? 0) || []))]
    itemIds.sort((a, b) => a - b)
    const supporter_until = readTime(fields.supporter_until, timeZone)
    return [
      {
        line,
        old_id: fields.id,
        user_id: owner.new_id,
        isOfStranger: !owner.created,
        items: itemIds,
        supporter_until,
        created_at: readTime(fields.created_at, timeZone) ?? move.now,
        values: {
          address,
          address_addition: textOf(move, row, 'address_addition', 200) || null,
          postcode,
          city,
          country,
          latitude: position?.latitude ?? null,
          longitude: position?.longitude ?? null,
          location_verified: readSwitch(fields.location_verified, false) && position !== null,
          // Hidden unless all that is said about it says that it is shown.
          hidden: !readSwitch(fields.show_on_map, true) || !readSwitch(fields.active, true),
          reseller: fields.role_name?.toLowerCase() === 'reseller',
          supporter_until: supporter_until?.toISOString() ?? null,
          items: itemIds.join(),
        },
      },
    ]
  }

  return {
    kind: 'letterbox',
    file: 'letterboxes.csv',
    columns: [
      'id',
      'user_id',
      'address',
      'address_addition',
      'postcode',
      'city',
      'country',
      'latitude',
      'longitude',
      'location_verified',
      'show_on_map',
      'active',
      'role_name',
      'supporter_until',
      'items',
      'created_at',
    ],

    async read(move, rows) {
      const references = await referencesOf(move, rows)
      const read: Letterbox[] = []
      for (const row of rows) read.push(...(await readOne(move, row, references)))
      return read
    },

    async store(move, rows) {
      const entries: { row: Letterbox; new_id: string; created: boolean }[] = []
      const letterboxes: Parameters<typeof insertWithStickers>[1] = []
      for (const row of rows) {
        const { values, user_id, items, created_at } = row
        const { hidden: _, reseller: _reseller, supporter_until: _until, ...columns } = values
        const spot = await spotOf(move, row)
        const id = randomUUID()
        letterboxes.push({
          ...columns,
          id,
          user_id,
          items,
          latitude: spot?.latitude ?? null,
          longitude: spot?.longitude ?? null,
          // Nobody has confirmed the stickers here, and the import asks nobody to.
          items_confirmed_at: null,
          confirmation_asked_at: move.now,
          imported_at: move.now,
          created_at,
        })
        entries.push({ row, new_id: id, created: true })
      }
      const ids = entries.map(({ new_id }) => new_id)
      await insertWithStickers(move.db, letterboxes)
      await noteMovedIn(move.db, ids, {
        folder: basename(move.folder),
        lang: move.lang,
        now: move.now,
      })
      for (const row of rows) await settleOwner(move, row)
      await noteOnMapBefore(move.db, ids)
      return entries
    },

    async current(move, ids) {
      const rows = await findMovedLetterboxes(move.db, ids)
      return new Map(
        rows.map(({ letterbox, owner, items }) => [
          letterbox.id,
          {
            address: letterbox.address,
            address_addition: letterbox.address_addition,
            postcode: letterbox.postcode,
            city: letterbox.city,
            country: letterbox.country,
            latitude: letterbox.latitude,
            longitude: letterbox.longitude,
            location_verified: letterbox.location_verified,
            hidden: !owner.show_on_map,
            reseller: owner.reseller,
            supporter_until: owner.membership_given_until?.toISOString() ?? null,
            items: items.join(),
          },
        ]),
      )
    },

    async change(move, id, row, names) {
      const { db } = move
      const { values } = row
      const has = (...some: string[]) => some.some((name) => names.includes(name))
      const address = ADDRESS.filter((name) => names.includes(name))
      if (address.length > 0 || has('location_verified')) {
        await changeMovedLetterbox(db, id, {
          ...Object.fromEntries(address.map((name) => [name, values[name]])),
          location_verified: values.location_verified,
        })
      }
      const [before] = await findMovedLetterboxes(db, [id])
      if (!before) return
      if (has('latitude', 'longitude', 'items')) {
        const spot = has('latitude', 'longitude') ? await spotOf(move, row) : before.letterbox
        await placeWithStickers(db, id, {
          latitude: spot?.latitude ?? null,
          longitude: spot?.longitude ?? null,
          items: has('items') ? row.items : before.items,
        })
      }
      if (row.isOfStranger || !has('hidden', 'reseller', 'supporter_until')) return
      const { owner } = before
      await changeMovedAccount(db, owner.id, {
        ...(has('reseller') ? { reseller: values.reseller } : {}),
        ...(has('supporter_until') ? membershipOf(row.supporter_until) : {}),
        ...(has('hidden') ? settlePrivacy(owner, { show_on_map: !values.hidden }) : {}),
      })
    },

    remove: (move, ids) => removeMovedLetterboxes(move.db, ids),
  }
}
