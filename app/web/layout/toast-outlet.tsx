import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasShownToast, onFirstToast } from '#platform/web/ui/feedback/first-toast.ts'

const Toasts = lazy(() =>
  import('#platform/web/ui/feedback/toasts.tsx').then((m) => ({ default: m.Toasts })),
)

/** Loads the place for toasts with the first one: the start page has none. */
export function ToastOutlet() {
  const needed = useSyncExternalStore(onFirstToast, hasShownToast)
  if (!needed) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
