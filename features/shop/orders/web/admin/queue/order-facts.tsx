import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { AdminOrder } from '../../../contract.admin.ts'
import classes from './order-queue.module.css'
import { OrderStatusChip } from './order-status.tsx'

const productOf = (id: number) =>
  id === PRODUCT_ID.membership
    ? 'membership'
    : id === PRODUCT_ID.reseller
      ? 'reseller'
      : 'stickerPack'

/** Recipient and product of an order. */
export function OrderFacts({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('admin-orders')
  const may = useMay()
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  const countries = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  const name = `${order.firstname ?? ''} ${order.lastname ?? ''}`.trim()
  const address = [
    order.address,
    order.address_addition,
    `${order.postcode ?? ''} ${order.city ?? ''}`.trim(),
    order.country ? countries.of(order.country) : '',
  ].filter(Boolean)
  const product = t(`products.${productOf(order.product.id)}`)
  const membership = order.product.id === PRODUCT_ID.membership
  return (
    <section className={classes.card} aria-labelledby="order-facts">
      <h2 id="order-facts">{t('order')}</h2>
      <Facts
        facts={[
          {
            name: t('columns.status'),
            value: <OrderStatusChip order={order} />,
          },
          { name: t('columns.date'), value: timeInWords(order.order_date) },
          {
            name: t('columns.product'),
            value: membership ? product : `${order.amount} × ${product}`,
          },
          {
            name: t('columns.amount'),
            value:
              order.donation > 0
                ? t('withDonation', {
                    total: money(order.payment_amount),
                    donation: money(order.donation),
                  })
                : money(order.payment_amount),
          },
          {
            name: t('recipient'),
            value:
              order.user_id && may('GET /admin/users/byId') ? (
                <Link to={adminPaths.screen('users', order.user_id)}>{name || t('gone')}</Link>
              ) : (
                name || t('gone')
              ),
          },
          ...(may('order.address')
            ? [
                {
                  name: t('address'),
                  value: address.map((line) => (
                    <span key={line} className={classes.line}>
                      {line}
                    </span>
                  )),
                },
              ]
            : []),
          {
            name: t('email'),
            value: order.email ? <a href={`mailto:${order.email}`}>{order.email}</a> : '–',
          },
          ...(order.ideas ? [{ name: t('idea'), value: order.ideas }] : []),
        ]}
      />
    </section>
  )
}
