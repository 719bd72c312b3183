import { useEffect } from 'react'
import { showInAppBadge } from '#platform/web/data/app-badge.ts'

/** Shows the count on the app's icon; undefined while it is unknown. Logging out removes it. */
export function useCountInBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) showInAppBadge(count)
  }, [count])
  useEffect(() => () => void showInAppBadge(0), [])
}
