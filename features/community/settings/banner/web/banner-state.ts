import type { Banner } from '#platform/shared/settings/banner.ts'

const STORAGE_KEY = 'letterlend.bannerClosed'

/** The banner delivered with the page, known before the first response of the server. */
function readOfPage(): Banner | null {
  try {
    return JSON.parse(document.getElementById('shell')?.dataset.banner || 'null') as Banner | null
  } catch {
    return null
  }
}

/** Read immediately, because the shell is removed with the first screen. */
export const bannerOfPage = readOfPage()

/** True if the visitor closed this text. A different text is shown again. */
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
    // Without storage it stays hidden until the page is reloaded.
  }
}
