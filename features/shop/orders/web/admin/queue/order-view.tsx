import { useState } from 'react'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import type { AdminOrder } from '../../../contract.admin.ts'
import { formatRefno } from '../../../refno.ts'
import { useAdminOrder } from '../data/orders.ts'
import { OrderActs } from './order-acts.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory, useEventWords } from './order-history.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderNote } from './order-note.tsx'
import classes from './order-queue.module.css'
import { SubView } from './sub-view.tsx'

/** One order: its recipient, the next steps, its money, its notes and its history. */
export function OrderView({ id }: { id: string }) {
  const { t } = useTranslation('admin-orders')
  const answer = useAdminOrder(id)
  if (answer.error && !answer.data) {
    return (
      <SubView title={t('order')}>
        <LoadFailure error={answer.error} onRetry={() => void answer.refetch()} />
      </SubView>
    )
  }
  if (!answer.data) {
    return (
      <SubView title={t('order')}>
        <SkeletonList rows={6} />
      </SubView>
    )
  }
  return <WholeOrder order={answer.data} />
}

function WholeOrder({ order }: { order: AdminOrder }) {
  const may = useMay()
  const { t } = useTranslation('admin-orders')
  const wordsOf = useEventWords(order)
  // Number of events before another administrator changed the open order; null until then.
  const [seenEvents, setSeenEvents] = useState<number | null>(null)
  const missedEvents = seenEvents === null ? [] : order.history.slice(seenEvents)
  const changeHandlers = {
    onChanged: () => setSeenEvents(order.version),
    onDone: () => setSeenEvents(null),
  }
  return (
    <SubView title={t('orderOf', { refno: formatRefno(order.refno) })}>
      {seenEvents === null ? null : (
        <Notice kind="error" title={t('meanwhile')}>
          <ul className={classes.plainList}>
            {missedEvents.map((event) => (
              <li key={event.at}>{wordsOf(event)}</li>
            ))}
          </ul>
          {t('nothingOverwritten')}
        </Notice>
      )}
      <OrderActs order={order} {...changeHandlers} />
      <OrderFacts order={order} />
      {may('order.payments') ? <OrderMoney order={order} {...changeHandlers} /> : null}
      <OrderNote order={order} {...changeHandlers} />
      <OrderHistory order={order} />
    </SubView>
  )
}
