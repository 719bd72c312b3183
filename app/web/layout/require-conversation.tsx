import { Outlet, useSearchParams } from 'react-router'
import { useOpenedConversation } from '#features/transactions/web/data/opened-conversation.ts'
import { RequireLogin } from './require-login.tsx'

/** For the screens of conversations: logged in, or here by the link of a mail about this one. */
export function RequireConversation() {
  const opened = useOpenedConversation()
  const [query] = useSearchParams()
  const isThis = opened !== null && opened.transaction_id === query.get('transaction_id')
  return isThis ? <Outlet /> : <RequireLogin />
}
