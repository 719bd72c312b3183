import type { LinkedWish, Wish } from '../contract.ts'
import type { WishRow } from './wishes.queries.ts'

export function presentLinkedWish(row: WishRow): LinkedWish {
  return {
    item_id: row.item_id,
    latitude: row.latitude,
    longitude: row.longitude,
    // The column only holds values that the contract has checked.
    radius: row.radius as LinkedWish['radius'],
    place: row.place,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

export function presentWish(row: WishRow): Wish {
  return { id: row.id, ...presentLinkedWish(row) }
}
