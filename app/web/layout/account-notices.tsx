import { useLocation } from 'react-router'
import { TermsConsent } from '#features/community/legal/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { RefusedNotice } from '#features/people/accounts/web/door.ts'
import { WaitingNotice } from '#features/people/newcomers/web/door.ts'
import { isInboxScreen, isMapScreen } from '#platform/shared/paths.ts'

/** Legal pages, which must be readable without anything above them. */
const LEGAL_SCREEN = /^\/(imprint|privacy|terms|accessibility)\/?$/i

/** Notices for the account on every page: strips below the navigation. */
export function AccountNotices({ user, terms }: { user: User; terms: number | null }) {
  const { pathname } = useLocation()
  const asks = user.email_confirmed && !isInboxScreen(pathname) && !LEGAL_SCREEN.test(pathname)
  return (
    <>
      {user.email_refused ? <RefusedNotice compact={isMapScreen(pathname)} /> : null}
      {user.waiting_since && user.email_confirmed && !isInboxScreen(pathname) ? (
        <WaitingNotice since={user.waiting_since} compact={isMapScreen(pathname)} />
      ) : null}
      {asks && terms !== null ? <TermsConsent key={user.id} version={terms} /> : null}
    </>
  )
}
