import type { Feature } from '#platform/server/feature.ts'
import { roleGranted } from './mails/role-granted.ts'
import { roleRevoked } from './mails/role-revoked.ts'
import { keepLastAdmin } from './roles.leaving.ts'

export { appointAdmin } from './roles.granting.ts'
export { offerSetUp, type SetUp } from './set-up-link.ts'

/** Who administers and moderates, and how one comes to it. */
export const roles: Feature = {
  name: 'roles',
  mails: [roleGranted, roleRevoked],
  removal: { before: keepLastAdmin },
}
