import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNewTransactionCount } from '../../data/new-transactions.ts'
import { useResend } from '../../data/resend.ts'
import { useSession } from '../../data/session.ts'
import { applyLiveEvent } from './apply-event.ts'
import { shareLiveEvents } from './shared-stream.ts'
import { useCountInTitle } from './use-count-in-title.ts'

/** While somebody is logged in: follows the live events and shows the count in the tab's title. */
export function LiveEvents() {
  const client = useQueryClient()
  const { token, user } = useSession()
  useResend(user?.id)
  useEffect(() => {
    if (!token) return
    return shareLiveEvents(token, (event) => applyLiveEvent(client, event))
  }, [client, token])
  useCountInTitle(useNewTransactionCount())
  return null
}
