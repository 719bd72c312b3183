import { useLayoutEffect } from 'react'

/** Removes what index.html shows until the first screen is there. */
export function ShellEnd() {
  useLayoutEffect(() => {
    for (const id of ['shell', 'shell-unable']) document.getElementById(id)?.remove()
  }, [])
  return null
}
