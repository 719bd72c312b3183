import { Outlet, useSearchParams } from 'react-router'
import { useOpenedConversation } from '#features/lending/conversations/transactions/web/door.ts'
import { RequireLogin } from './require-login.tsx'

/** For screens of a conversation: the user is logged in, or has a conversation session from a mailed link. */
export function RequireConversation() {
  const opened = useOpenedConversation()
  const [query] = useSearchParams()
  const isThis = opened !== null && opened.transaction_id === query.get('transaction_id')
  return isThis ? <Outlet /> : <RequireLogin />
}
