import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { AdminOrder, OrderEvent } from '../../../contract.admin.ts'
import type { CorrectableField } from '../../../corrections.ts'
import classes from './order-queue.module.css'

/** "Shipped · Mona Frei · 22 Nov 2026, 17:05". */
export function useEventWords({ payment_currency }: Pick<AdminOrder, 'payment_currency'>) {
  const { t } = useTranslation('admin-orders')
  const money = (amount: number) => formatMoney(amount, payment_currency)
  const countries = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  const valueIn = (field: CorrectableField, value: string | number | null, currency: Currency) => {
    if (value === null || value === '') return '–'
    if (field === 'donation') return formatMoney(Number(value), currency)
    return field === 'country' ? (countries.of(`${value}`) ?? value) : value
  }
  const correctedIn = (
    corrected: NonNullable<OrderEvent['corrected']>,
    currencies: OrderEvent['corrected_currency'],
  ) => {
    // Corrections of a deleted account are no longer known.
    if (corrected.length === 0) return t('event.correctedPerson')
    const changes = corrected.map(({ field, before, after }) =>
      t('event.change', {
        field: t(`correct.fields.${field}`),
        before: valueIn(field, before, currencies?.before ?? payment_currency),
        after: valueIn(field, after, currencies?.after ?? payment_currency),
      }),
    )
    return t('event.corrected', { what: changes.join(', ') })
  }
  const actOf = (event: OrderEvent) => {
    const { refunded, received, noted, reminded, corrected, status } = event
    if (refunded !== null) return t('event.refunded', { amount: money(refunded) })
    if (received !== null) return t('event.received', { amount: money(received) })
    if (corrected) return correctedIn(corrected, event.corrected_currency)
    if (reminded) return t('event.reminded')
    return noted ? t('event.noted') : t(`status.${status}`)
  }
  return (event: OrderEvent) =>
    [actOf(event), event.by?.name || t(`actor.${event.actor}`), timeInWords(event.at)].join(' · ')
}

/** All events of an order, newest first. */
export function OrderHistory({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('admin-orders')
  const wordsOf = useEventWords(order)
  const { history } = order
  return (
    <section className={classes.card} aria-labelledby="order-history">
      <h2 id="order-history">{t('history')}</h2>
      {history.length === 0 ? <p>{t('noHistory')}</p> : null}
      <ol className={classes.plainList} reversed>
        {history.toReversed().map((event) => (
          <li key={`${event.at}${wordsOf(event)}`}>{wordsOf(event)}</li>
        ))}
      </ol>
    </section>
  )
}
