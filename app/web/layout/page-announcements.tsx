import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Announcements } from '#features/community/announcements/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { MESSAGING_ON } from '#features/places/letterboxes/privacy/web/data/door.ts'
import { isMapScreen, paths } from '#platform/shared/paths.ts'

/** Screens without a form, where an announcement may appear: the map and the profile overview. */
function isWelcome(pathname: string): boolean {
  return isMapScreen(pathname) || /^\/profile\/?$/i.test(pathname)
}

/** The id in a link to an announcement, or null. */
function readId(linked: string | null): number | null {
  return linked !== null && /^\d{1,9}$/.test(linked) ? Number(linked) : null
}

interface PageAnnouncementsProps {
  /** `aid` from the URL that opened the app. */
  linked: string | null
  onLinkDone: () => void
}

/** Connects announcements with the URL and the account. Visitors log in first and come back. */
export function PageAnnouncements({ linked, onLinkDone }: PageAnnouncementsProps) {
  const { user, loggedIn } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const linkedId = readId(linked)
  useLinkTakenFromAddress()

  useEffect(() => {
    if (linked === null || (linkedId !== null && loggedIn)) return
    onLinkDone()
    if (linkedId !== null) navigate(paths.login(paths.home({ aid: linked })), { replace: true })
  }, [linked, linkedId, loggedIn, navigate, onLinkDone])

  if (!user) return null
  return (
    <Announcements
      key={user.id}
      user={user}
      linkedId={linkedId}
      onLinkDone={onLinkDone}
      welcome={isWelcome(pathname)}
      onPrivacy={() => navigate(paths.privacy(), { state: MESSAGING_ON })}
    />
  )
}

/** Removes `aid` once it was read, so that a reload or bookmark does not open the announcement again. */
function useLinkTakenFromAddress() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!query.has('aid') || !isMapScreen(pathname)) return
    query.delete('aid')
    navigate({ pathname, search: query.toString() }, { replace: true, state })
  }, [pathname, search, state, navigate])
}
