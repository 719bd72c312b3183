import { useEffect } from 'react'
import { isPayingScreen } from '#platform/shared/paths.ts'

/** The address that this document was loaded from, whatever screens were shown in it since. */
function documentPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return new URL(loaded?.name ?? window.location.href).pathname
}

/**
 * Scripts of payment providers may run only in documents that were loaded from certain addresses. Going to
 * a screen inside the app loads no new document, so this loads the screen's address anew. A document that
 * was loaded at such an address is not loaded again.
 * @param needed null while that is not known yet
 * @returns whether the screen can be used in this document
 */
export function useOwnDocument(needed: boolean | null): boolean {
  const ready = needed === false || (needed === true && isPayingScreen(documentPath()))
  const leaving = needed === true && !ready
  useEffect(() => {
    // At any other address, loading again would give the same kind of document.
    if (leaving && isPayingScreen(window.location.pathname)) window.location.reload()
  }, [leaving])
  return ready
}
