import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Party } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { onMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'

/** One side as the database returns it. */
interface PartyRow {
  id: string | null
  firstname: string | null
  show_name: boolean | null
  on_map: boolean
  letterbox_id: string | null
  address: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
}

/**
 * A side as others may see it, or all of it if it is the viewer's `own`. A hidden letterbox shows as none. The
 * lender's first name shows only if the lender chose that; the borrower's always does. In a closed conversation
 * only the id of the other side is left.
 */
export function presentParty(
  row: PartyRow,
  role: LoanSide,
  { own, closed = false }: { own: boolean; closed?: boolean },
): Party | null {
  if (row.id === null) return null
  if (closed && !own)
    return { id: row.id, firstname: null, address: null, city: null, letterbox: null }
  const showsName = own || role === 'borrower' || row.show_name === true
  const showsPlace = own || row.on_map
  return {
    id: row.id,
    firstname: showsName ? row.firstname : null,
    address: showsPlace ? row.address : null,
    city: showsPlace ? row.city : null,
    letterbox:
      showsPlace && row.letterbox_id
        ? { id: row.letterbox_id, latitude: row.latitude, longitude: row.longitude }
        : null,
  }
}

export const borrower = alias(users, 'borrower')
export const lender = alias(users, 'lender')
export const borrowerBox = alias(letterboxes, 'borrower_box')
export const lenderBox = alias(letterboxes, 'lender_box')

export function partyColumns(
  user: typeof borrower | typeof lender,
  box: typeof borrowerBox | typeof lenderBox,
) {
  return {
    id: user.id,
    firstname: user.firstname,
    show_name: user.show_name,
    on_map: sql<boolean>`coalesce(${onMap(user, box)}, false)`,
    letterbox_id: box.id,
    address: box.address,
    city: box.city,
    latitude: box.latitude,
    longitude: box.longitude,
  }
}
