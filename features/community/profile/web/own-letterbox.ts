import type { User } from '#features/people/accounts/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { AddressValues } from './address/address-form.tsx'

/** The account's address as a form holds it. */
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

/** Where the letterbox stands; null until a place was found or set. */
function savedPosition(user: User): Position | null {
  const { latitude, longitude } = user.letterbox ?? {}
  return latitude == null || longitude == null ? null : { latitude, longitude }
}

/** The initial spot of the form: a spot counts only for the address at which it was confirmed. */
export function spotsOf(user: User): { saved: Position | null; old: Position | null } {
  const spot = savedPosition(user)
  return user.letterbox?.location_verified ? { saved: spot, old: null } : { saved: null, old: spot }
}

/** Names of drafts with the account's id: nobody finds what another account typed in this tab. */
export const draftOf = {
  address: (user: User) => `address.${user.id}`,
  items: (user: User) => `items.${user.id}`,
  /** The stickers with what is said of them. */
  ownItems: (user: User) => `own-items.${user.id}`,
  /** A spot belongs to the address it was chosen for. */
  location: ({ id, address, postcode, city, country }: User) =>
    ['location', id, address, postcode, city, country].join('.'),
} as const
