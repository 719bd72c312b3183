import type { User } from '#features/people/accounts/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { AddressValues } from './address/address-form.tsx'

/** The account's address as form values. */
export function addressOf(user: User): AddressValues {
  return {
    firstname: user.firstname,
    lastname: user.lastname,
    address: user.address ?? '',
    address_addition: user.address_addition ?? '',
    postcode: user.postcode ?? '',
    city: user.city ?? '',
    country: user.country ?? '',
  }
}

/** The position of the letterbox; null until it is found or set. */
function savedPosition(user: User): Position | null {
  const { latitude, longitude } = user.letterbox ?? {}
  return latitude == null || longitude == null ? null : { latitude, longitude }
}

/** Initial positions of the form. A saved position only counts for the address at which it was confirmed. */
export function spotsOf(user: User): { saved: Position | null; old: Position | null } {
  const spot = savedPosition(user)
  return user.letterbox?.location_verified ? { saved: spot, old: null } : { saved: null, old: spot }
}

/** Draft names include the account's id, so that another account in this tab does not find them. */
export const draftOf = {
  address: (user: User) => `address.${user.id}`,
  items: (user: User) => `items.${user.id}`,
  /** The stickers with their lines. */
  ownItems: (user: User) => `own-items.${user.id}`,
  /** A position belongs to the address it was chosen for. */
  location: ({ id, address, postcode, city, country }: User) =>
    ['location', id, address, postcode, city, country].join('.'),
} as const
