import { useLayoutEffect } from 'react'

/** Removes what index.html shows until the first screen is there. */
export function ShellEnd() {
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return null
}
