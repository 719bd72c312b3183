import { notificationsStore } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() =>
  import('#platform/web/ui/feedback/toasts.tsx').then((m) => ({ default: m.Toasts })),
)

/** Loads the code for toasts with the first toast: the start page needs none. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const look = () => {
      if (notificationsStore.getState().notifications.length > 0) setNeeded(true)
    }
    look()
    return notificationsStore.subscribe(look)
  }, [])
  if (!needed) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
