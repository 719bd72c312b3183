/** The borrower reads once that the first name goes along with a request. Kept on the device until the next logout. */
const STORAGE_KEY = 'letterlend.firstNameSaid'

export function wasFirstNameSaid(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    // Where storage is blocked it is said each time.
    return false
  }
}

export function noteFirstNameSaid(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes')
  } catch {
    // It is said once more.
  }
}
