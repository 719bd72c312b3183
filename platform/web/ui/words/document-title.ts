import { useEffect } from 'react'
import { useBrandName } from '../../data/config.ts'

/** Sets the title of the tab and the history entry; with null, another part of the screen sets it. */
export function useDocumentTitle(title: string | null): void {
  const brand = useBrandName()
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${brand}`
  }, [title, brand])
}
