import { useParams } from 'react-router'
import { CashBookView } from './cash-book-view.tsx'
import { IdeasView } from './ideas-view.tsx'
import { MatchingView } from './matching-view.tsx'
import { OrderQueue } from './order-queue.tsx'
import { OrderView } from './order-view.tsx'

/** The staff's order screens: the queue, one order, bank payments, the cash book, and ideas. */
export function OrderQueueScreen() {
  const { id } = useParams()
  if (id === undefined) return <OrderQueue />
  if (id === 'matching') return <MatchingView />
  if (id === 'cash-book') return <CashBookView />
  if (id === 'ideas') return <IdeasView />
  return <OrderView key={id} id={id} />
}
