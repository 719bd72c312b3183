import { useEffect } from 'react'
import { useBrandName } from '../../data/config.ts'

/** Names the browser's tab and entry in the history; null leaves that to another part of the screen. */
export function useDocumentTitle(title: string | null): void {
  const brand = useBrandName()
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${brand}`
  }, [title, brand])
}
