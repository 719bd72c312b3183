/** Borrowers read once that a request shows their first name. Kept on the device until the next logout. */
const STORAGE_KEY = 'letterlend.firstNameSaid'

export function wasFirstNameSaid(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    // If storage is blocked, show it each time.
    return false
  }
}

export function noteFirstNameSaid(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes')
  } catch {
    // If storage is blocked, it is shown again next time.
  }
}
