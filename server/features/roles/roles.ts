import type { Feature } from '../../feature.ts'
import { roleGranted } from './mails/role-granted.ts'

export { appointAdmin } from './roles.granting.ts'

/** Who administers and moderates, and how one comes to it. */
export const roles: Feature = {
  name: 'roles',
  mails: [roleGranted],
}
