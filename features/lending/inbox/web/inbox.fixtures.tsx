import { useSearchParams } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { Inbox } from './inbox.tsx'
import { useInboxFilter } from './use-inbox-filter.ts'

/** For tests: the inbox with the properties that its screen passes. */
export function InboxOf({ user }: { user: User }) {
  const filtering = useInboxFilter()
  const [query] = useSearchParams()
  return (
    <Inbox
      user={user}
      narrow={false}
      selectedId={query.get('transaction_id')}
      filtering={filtering}
      title={<h1>Inbox</h1>}
    />
  )
}
