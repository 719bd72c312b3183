import { useLayoutEffect } from 'react'

/** Removes the shell of index.html once the first screen is visible. */
export function ShellEnd() {
  useLayoutEffect(() => {
    for (const id of ['shell', 'shell-unable', 'shell-note']) document.getElementById(id)?.remove()
  }, [])
  return null
}
