import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { isMapScreen } from '#platform/shared/paths.ts'

// Announcements appear by themselves: if their code fails to load, the screen must stay usable.
const PageAnnouncements = lazy(() =>
  import('./page-announcements.tsx')
    .then((m) => ({ default: m.PageAnnouncements }))
    .catch(() => ({ default: () => null })),
)

/** Loads the code for announcements once the user is logged in or has followed a link to one. */
export function AnnouncementOutlet() {
  const { key, pathname, search } = useLocation()
  const { loggedIn } = useSession()
  const [link, setLink] = useState<{ key: string; aid: string | null }>({ key: '', aid: null })
  // Store it immediately, since the map soon rewrites the URL. Only once per history entry: the old URL stays visible
  // while the next screen loads.
  const linkedId = isMapScreen(pathname) ? new URLSearchParams(search).get('aid') : null
  if (linkedId !== null && link.key !== key) setLink({ key, aid: linkedId })
  const forget = useCallback(() => setLink(({ key }) => ({ key, aid: null })), [])
  if (!loggedIn && link.aid === null) return null
  return (
    <Suspense>
      <PageAnnouncements linked={link.aid} onLinkDone={forget} />
    </Suspense>
  )
}
