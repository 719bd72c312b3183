import type { ReactNode } from 'react'
import { MEMBERSHIP_TIERS, PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { Order } from '../contract.order.ts'
import classes from './order-table.module.css'

interface OrderTableProps {
  order: Pick<
    Order,
    | 'product'
    | 'amount'
    | 'price_per_piece'
    | 'price'
    | 'donation'
    | 'payment_amount'
    | 'payment_currency'
    | 'to_pay'
  >
  /** Also shows the donation and the total. */
  withDonation?: boolean
}

/** The price of an order and its parts. */
export function OrderTable({ order, withDonation = false }: OrderTableProps) {
  const { t } = useTranslation('orders')
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  // A membership is counted in pieces of one franc, which say little, so it is shown as one year at the price of its
  // tier.
  const year = order.product.id === PRODUCT_ID.membership
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('table.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table.product')}</th>
          <th scope="col">{t('table.amount')}</th>
          <th scope="col">{t('table.pricePerPiece')}</th>
          <th scope="col">{t('table.price')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            <ProductName order={order} />
          </th>
          <td>{year ? t('table.year') : <span translate="no">{order.amount}</span>}</td>
          <td translate="no">{money(year ? order.price : order.price_per_piece)}</td>
          <td translate="no">{money(order.price)}</td>
        </tr>
      </tbody>
      {withDonation ? (
        <tfoot>
          <Sum label={t('table.donation')}>{money(order.donation)}</Sum>
          <Sum label={t('table.total')}>{money(order.payment_amount)}</Sum>
          {order.to_pay === order.payment_amount ? null : (
            <Sum label={t('table.toPay')}>{money(order.to_pay)}</Sum>
          )}
        </tfoot>
      ) : null}
    </table>
  )
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td translate="no">{children}</td>
    </tr>
  )
}

/** The product's name; a membership includes its tier. */
export function ProductName({ order }: { order: Pick<Order, 'product' | 'amount'> }) {
  const { t } = useTranslation('orders')
  const name = productName(order.product, currentLanguage())
  if (order.product.id !== PRODUCT_ID.membership) return name
  const tier = MEMBERSHIP_TIERS.find(({ amount }) => amount === order.amount)
  return tier ? `${name} ${t(`tiers.${tier.name}`)}` : name
}
