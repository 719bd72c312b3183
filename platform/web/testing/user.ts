import type { User } from '#features/people/accounts/web/data/door.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'

/** A finished account without a letterbox on the map. */
export function testUser(fields: Partial<User> = {}): User {
  return {
    id: 'a3c1f7de-8d0c-4b8e-9c34-0d1c6f1f5a01',
    firstname: 'Mila',
    lastname: 'Frei',
    email: 'mila@example.org',
    new_email: null,
    email_confirmed: true,
    email_refused: false,
    has_password: true,
    can_log_in: true,
    address: 'Hohlstrasse 40',
    address_addition: null,
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
    latitude: null,
    longitude: null,
    letterbox: null,
    orders: [],
    privacy: DEFAULT_PRIVACY,
    user_settings: { lang: 'en', tour_map_seen: false, tour_letterbox_seen: false },
    role_id: 1,
    tasks: [],
    area: null,
    waiting_since: null,
    beta_tester: false,
    created_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}
