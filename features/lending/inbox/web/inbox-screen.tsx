import { useMediaQuery } from '@mantine/hooks'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useOpenedConversation } from '#features/lending/conversations/transactions/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { OpenedConversationScreen } from './conversation/opened-conversation-screen.tsx'
import { Inbox } from './inbox.tsx'
import { useInboxFilter } from './use-inbox-filter.ts'

/** `/profile/inbox` and, on phones, `/profile/messagePanel` show the same conversation. */
export function InboxScreen() {
  const opened = useOpenedConversation()
  if (opened) return <OpenedConversationScreen opened={opened} />
  return <WithUser>{(user) => <InboxOf user={user} />}</WithUser>
}

function InboxOf({ user }: { user: User }) {
  // The texts of `transactions` name the people in its rows, so load them before the rows.
  const { t } = useTranslation(['inbox', 'transactions'])
  const narrow = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  const { pathname } = useLocation()
  const filtering = useInboxFilter()
  const [query] = useSearchParams()
  const selectedId = query.get('transaction_id')
  const inPanel = /messagePanel\/?$/i.test(pathname)
  // Replaces an address for the other screen size, for example from a link, with the one for this size.
  if (narrow && selectedId !== null && !inPanel) {
    return <Navigate to={filtering.linkTo(selectedId, true)} replace />
  }
  if (inPanel && (!narrow || selectedId === null)) {
    return <Navigate to={filtering.linkTo(selectedId, false)} replace />
  }
  return (
    <Inbox
      user={user}
      selectedId={selectedId}
      narrow={narrow === true}
      filtering={filtering}
      title={<PageTitle title={t('title')} />}
    />
  )
}
