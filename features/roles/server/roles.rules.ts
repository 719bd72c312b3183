import { ROLE_ID } from '#platform/shared/roles.ts'
import type { StaffRole } from './mails/role-granted.ts'

export const STAFF_ROLES = ['admin', 'moderator'] as const satisfies readonly StaffRole[]

/** The staff role of an account; undefined for a member. */
export const staffRoleOf = ({ role_id }: { role_id: number }): StaffRole | undefined =>
  STAFF_ROLES.find((role) => ROLE_ID[role] === role_id)

/** Whether an address, however it is capitalised, is the one in the settings. */
export function isAdminAddress(email: string | null, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && email?.toLowerCase() === adminEmail.toLowerCase()
}
