import type { User } from '@letterlend/contract/accounts.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import type { AddressValues } from './address-form.tsx'

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
export function savedPosition(user: User): Position | null {
  const { latitude, longitude } = user.letterbox ?? {}
  return latitude == null || longitude == null ? null : { latitude, longitude }
}

/** Names of drafts: nobody finds what another account typed in this tab. */
export const draftOf = {
  address: (user: User) => `address.${user.id}`,
  items: (user: User) => `items.${user.id}`,
  /** A spot belongs to the address it was chosen for. */
  location: ({ id, address, postcode, city, country }: User) =>
    ['location', id, address, postcode, city, country].join('.'),
} as const
