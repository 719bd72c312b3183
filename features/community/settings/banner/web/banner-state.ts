import type { Banner } from '#platform/shared/settings/banner.ts'

const STORAGE_KEY = 'letterlend.bannerClosed'

/** What the page was sent with: known before the first answer of the server. */
function readOfPage(): Banner | null {
  try {
    return JSON.parse(document.getElementById('shell')?.dataset.banner || 'null') as Banner | null
  } catch {
    return null
  }
}

/** Read at once: the shell goes with the first screen. */
export const bannerOfPage = readOfPage()

/** Whether the visitor closed this very text; another one is shown again. */
export function isDismissed(text: string): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === text
  } catch {
    return false
  }
}

export function dismissBanner(text: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, text)
  } catch {
    // Without storage it stays away as long as the page.
  }
}
