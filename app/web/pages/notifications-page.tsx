import { lazy } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'

const NotificationsScreen = lazy(() =>
  import('#features/people/notifications/web/notifications-screen.tsx').then((m) => ({
    default: m.NotificationsScreen,
  })),
)

/** Frequency of notifications. Owners who accept requests but turn off all notifications see a warning. */
export function NotificationsPage() {
  const { user } = useSession()
  return <NotificationsScreen isAsked={user !== null && mayBeAsked(user.privacy)} />
}
