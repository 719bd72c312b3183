import { useEffect } from 'react'
import { isPayingScreen } from '#platform/shared/paths.ts'

/** The address that this document was loaded from, whatever screens were shown in it since. */
function documentPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return new URL(loaded?.name ?? window.location.href).pathname
}

/**
 * Scripts of payment providers may run in documents of certain addresses alone, and that a screen is
 * reached inside the app changes no document: its address is loaded anew then. What is loaded at such
 * an address is not loaded again.
 * @param needed null: not known yet
 * @returns whether the screen can be used here
 */
export function useOwnDocument(needed: boolean | null): boolean {
  const ready = needed === false || (needed === true && isPayingScreen(documentPath()))
  const leaving = needed === true && !ready
  useEffect(() => {
    // Nowhere else would a new document be another one.
    if (leaving && isPayingScreen(window.location.pathname)) window.location.reload()
  }, [leaving])
  return ready
}
