import { ROLE_ID } from '#platform/shared/roles.ts'
import { ROLES, type Role } from '../contract.ts'

/** What an account may. */
export function roleOf({ role_id }: { role_id: number }): Role {
  const role = ROLES.find((each) => ROLE_ID[each] === role_id)
  if (!role) throw new Error(`Unexpected role: ${role_id}`)
  return role
}
