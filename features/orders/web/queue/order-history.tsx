import { useTranslation } from '#platform/web/start/texts.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { formatAmount } from '#platform/web/ui/words/money.ts'
import type { AdminOrder, OrderEvent } from '../../contract.admin.ts'
import classes from './order-queue.module.css'

/** "Shipped · Mona Frei · 22 Nov 2026, 17:05". */
export function useEventWords() {
  const { t } = useTranslation('admin-orders')
  const actOf = ({ refunded, noted, status }: OrderEvent) => {
    if (refunded !== null) return t('event.refunded', { amount: formatAmount(refunded) })
    return noted ? t('event.noted') : t(`status.${status}`)
  }
  return (event: OrderEvent) =>
    [actOf(event), event.by?.name || t(`actor.${event.actor}`), timeInWords(event.at)].join(' · ')
}

/** All events of an order, the newest first. */
export function OrderHistory({ history }: Pick<AdminOrder, 'history'>) {
  const { t } = useTranslation('admin-orders')
  const wordsOf = useEventWords()
  return (
    <section className={classes.card} aria-labelledby="order-history">
      <h2 id="order-history">{t('history')}</h2>
      {history.length === 0 ? <p>{t('noHistory')}</p> : null}
      <ol className={classes.plainList} reversed>
        {history.toReversed().map((event) => (
          <li key={`${event.at}${event.status}${event.refunded}${event.noted}`}>
            {wordsOf(event)}
          </li>
        ))}
      </ol>
    </section>
  )
}
