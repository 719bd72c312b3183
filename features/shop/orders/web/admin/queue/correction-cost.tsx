import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { AdminOrder, CorrectionCost } from '../../../contract.admin.ts'
import classes from './order-queue.module.css'

/** How a correction would change the money of an order, as computed by the server before it is sent. */
export function CostOfCorrection({ order, cost }: { order: AdminOrder; cost: CorrectionCost }) {
  const { t } = useTranslation('admin-orders')
  const isPaid = order.order_status.name === 'paid'
  const money = (amount: number) => formatMoney(amount, cost.currency)
  const [before, total] = [formatMoney(cost.before, order.payment_currency), money(cost.total)]
  const isEven = cost.to_pay === 0 && cost.returning === 0 && cost.to_give_back === 0
  return (
    <Notice title={t('correct.cost.title')}>
      <ul className={classes.plainList}>
        {isPaid && cost.paid !== null ? (
          <li>{t('correct.cost.paid', { amount: money(cost.paid) })}</li>
        ) : null}
        <li>
          {before === total
            ? t('correct.cost.same', { total })
            : t('correct.cost.total', { total, before })}
        </li>
        {cost.to_pay > 0 ? (
          <li>
            <strong>
              {t(isPaid ? 'correct.cost.toPay' : 'correct.cost.toPayAll', {
                amount: money(cost.to_pay),
              })}
            </strong>
          </li>
        ) : null}
        {cost.returning > 0 ? (
          <li>
            <strong>{t('correct.cost.returning', { amount: money(cost.returning) })}</strong>
          </li>
        ) : null}
        {cost.to_give_back > 0 ? (
          <li>
            <strong>{t('correct.cost.toGiveBack', { amount: money(cost.to_give_back) })}</strong>
          </li>
        ) : null}
        {isEven ? <li>{t('correct.cost.even')}</li> : null}
      </ul>
    </Notice>
  )
}
