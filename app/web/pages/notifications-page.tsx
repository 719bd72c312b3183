import { lazy } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'

const NotificationsScreen = lazy(() =>
  import('#features/people/notifications/web/notifications-screen.tsx').then((m) => ({
    default: m.NotificationsScreen,
  })),
)

/** How often which news is sent; who takes requests and wants to hear of none is told what that means. */
export function NotificationsPage() {
  const { user } = useSession()
  return <NotificationsScreen isAsked={user !== null && mayBeAsked(user.privacy)} />
}
