/** Whether an address, however it is capitalised, is the one in the settings. */
export function isAdminAddress(email: string | null, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && email?.toLowerCase() === adminEmail.toLowerCase()
}
