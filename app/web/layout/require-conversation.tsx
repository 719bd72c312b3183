import { Outlet, useSearchParams } from 'react-router'
import { useOpenedConversation } from '#features/lending/conversations/transactions/web/data/door.ts'
import { RequireLogin } from './require-login.tsx'

/**
 * For the screens of a conversation: visitors are logged in, or came by the link of a mail about this
 * conversation.
 */
export function RequireConversation() {
  const opened = useOpenedConversation()
  const [query] = useSearchParams()
  const isThis = opened !== null && opened.transaction_id === query.get('transaction_id')
  return isThis ? <Outlet /> : <RequireLogin />
}
