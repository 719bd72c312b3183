import type { AdminOrder } from '@letterlend/contract/admin-orders.ts'
import { formatRefno } from '@letterlend/contract/refno.ts'
import { useState } from 'react'
import { useAdminOrder } from '../../data/admin-orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { OrderActs } from './order-acts.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory, useEventWords } from './order-history.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderNote } from './order-note.tsx'
import classes from './order-queue.module.css'
import { SubView } from './sub-view.tsx'

/** One order: whom it is for, what is to be done, its money, its notes and its history. */
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
  const { t } = useTranslation('admin-orders')
  const wordsOf = useEventWords()
  // As somebody else has changed it while it was looked at here: from which event on.
  const [seen, setSeen] = useState<number | null>(null)
  const missed = seen === null ? [] : order.history.slice(seen)
  const changed = { onChanged: () => setSeen(order.version), onDone: () => setSeen(null) }
  return (
    <SubView title={t('orderOf', { refno: formatRefno(order.refno) })}>
      {seen === null ? null : (
        <Notice kind="error" title={t('meanwhile')}>
          <ul className={classes.plainList}>
            {missed.map((event) => (
              <li key={event.at}>{wordsOf(event)}</li>
            ))}
          </ul>
          {t('nothingOverwritten')}
        </Notice>
      )}
      <OrderActs order={order} {...changed} />
      <OrderFacts order={order} />
      <OrderMoney order={order} {...changed} />
      <OrderNote order={order} {...changed} />
      <OrderHistory history={order.history} />
    </SubView>
  )
}
