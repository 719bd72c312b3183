import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../tables.ts'

/** The columns needed to show a letterbox, also in lists of a hundred. */
export const letterboxColumns = {
  id: letterboxes.id,
  user_id: letterboxes.user_id,
  address: letterboxes.address,
  address_addition: letterboxes.address_addition,
  postcode: letterboxes.postcode,
  city: letterboxes.city,
  country: letterboxes.country,
  latitude: letterboxes.latitude,
  longitude: letterboxes.longitude,
  location_verified: letterboxes.location_verified,
  address_verified_at: letterboxes.address_verified_at,
  holiday_until: letterboxes.holiday_until,
  hidden_at: letterboxes.hidden_at,
  hidden_reason: letterboxes.hidden_reason,
  silent_since: letterboxes.silent_since,
  gone_since: letterboxes.gone_since,
  items_confirmed_at: letterboxes.items_confirmed_at,
  on_map_at: letterboxes.on_map_at,
  created_at: letterboxes.created_at,
}

/** The columns of its owner. */
export const ownerColumns = {
  id: users.id,
  email: users.email,
  firstname: users.firstname,
  lastname: users.lastname,
  reseller: users.reseller,
  beta_tester: users.beta_tester,
  membership_until: users.membership_until,
  last_seen_at: users.last_seen_at,
  show_on_map: users.show_on_map,
  show_name: users.show_name,
  show_email: users.show_email,
  enable_messaging: users.enable_messaging,
  enable_notifications: users.enable_notifications,
  takes_requests: users.takes_requests,
}
