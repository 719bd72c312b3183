import { useEffect } from 'react'
import { isPayingScreen } from '#platform/shared/paths.ts'

/** The address that this document was loaded from, whatever screens were shown since. */
function documentPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return new URL(loaded?.name ?? window.location.href).pathname
}

/**
 * Reloads the document where scripts of payment providers need it. They may run only in documents loaded from certain
 * addresses, and going to a screen inside the app loads no document. A document that was loaded at such an address is
 * not reloaded.
 * @param needed null while unknown
 * @returns whether the screen can be used in this document
 */
export function useOwnDocument(needed: boolean | null): boolean {
  const ready = needed === false || (needed === true && isPayingScreen(documentPath()))
  const leaving = needed === true && !ready
  useEffect(() => {
    // At any other address, a reload would give the same kind of document.
    if (leaving && isPayingScreen(window.location.pathname)) window.location.reload()
  }, [leaving])
  return ready
}
