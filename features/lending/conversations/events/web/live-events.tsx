import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  NEW_TRANSACTIONS_KEY,
  useNewTransactionCount,
} from '#features/lending/conversations/lists/web/door.ts'
import { useOutboxDelivery } from '#features/lending/conversations/outbox/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { usePollInterval } from '#platform/web/data/live-status.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { LiveEvent } from '../contract.ts'
import { applyLiveEvent } from './apply-event.ts'
import { isArrival } from './arrival.ts'
import { shareLiveEvents } from './shared-stream.ts'
import { useCountInBadge } from './use-count-in-badge.ts'
import { useCountInTitle } from './use-count-in-title.ts'

/**
 * While a user is logged in: follows the live events, shows the count in the tab's title and on the app's icon,
 * and announces new messages to screen readers.
 */
export function LiveEvents() {
  const { t } = useTranslation('layout')
  const client = useQueryClient()
  const { token, user } = useSession()
  useOutboxDelivery(user?.id)
  const count = useNewTransactionCount()
  const [arrivals, setArrivals] = useState(0)
  const countOne = () => setArrivals((before) => before + 1)

  const receive = useEffectEvent((event: LiveEvent) => {
    if (isArrival(event, user)) countOne()
    applyLiveEvent(client, event)
  })
  useEffect(() => {
    if (!token) return
    return shareLiveEvents(token, (event) => receive(event))
  }, [token])
  const loaded = client.getQueryData(NEW_TRANSACTIONS_KEY) !== undefined
  useRise(loaded ? count : undefined, countOne)
  useCountInTitle(count)
  useCountInBadge(loaded ? count : undefined)

  return (
    <div role="status" className="visually-hidden">
      {/* A new element each time: the same words in the old one would not be read out again. */}
      {arrivals > 0 ? <span key={arrivals}>{t('messageArrived')}</span> : null}
    </div>
  )
}

/**
 * Calls `onRise` when the count rises while live events are not available: the count is then the only sign
 * of a new message. `undefined` while the count is unknown.
 */
function useRise(count: number | undefined, onRise: () => void) {
  const polled = usePollInterval() !== false
  const lastCount = useRef<number | null>(null)
  const rise = useEffectEvent(() => {
    if (polled) onRise()
  })
  useEffect(() => {
    if (count === undefined) return
    const before = lastCount.current
    lastCount.current = count
    if (before !== null && count > before) rise()
  }, [count])
}
