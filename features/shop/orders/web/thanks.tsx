import { Link } from 'react-router'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { Order } from '../contract.order.ts'
import { formatRefno } from '../refno.ts'
import { ProductName } from './order-table.tsx'
import classes from './thanks.module.css'
import { isPaid } from './use-stored-order.ts'

/** The next step, depending on product and state. */
function nextOf({ product, order_status, to_pay }: Order) {
  if (order_status.name === 'pending_confirmation') return 'confirmation'
  if (order_status.name === 'pending_payment' || to_pay > 0) return 'invoice'
  if (product.id === PRODUCT_ID.membership) return 'membership'
  return product.id === PRODUCT_ID.reseller ? 'reseller' : 'stickerPack'
}

/** Whether the customer has nothing left to do here; an invoice is paid at the bank. */
export const isOver = ({ order_status: { name }, payment_method }: Order): boolean =>
  name !== 'pending_payment' || payment_method === 'invoice'

/** The end of an order: what was ordered, and the next step. */
export function Thanks({ order, loggedIn }: { order: Order; loggedIn: boolean }) {
  const { t } = useTranslation('orders')
  const next = nextOf(order)
  const isSettled = isPaid(order) && order.to_pay === 0
  return (
    <SealPage
      icon="check"
      tone="yes"
      actions={
        <>
          {loggedIn ? (
            <AppButton component={Link} to={paths.userOrders()}>
              {t('thanks.orders')}
            </AppButton>
          ) : null}
          <AppButton component={Link} to={paths.map()} tone={loggedIn ? 'quiet' : 'primary'}>
            {t('thanks.map')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('thanks.title')} lead={t(`thanks.next.${next}`)} />
      <dl className={classes.order}>
        <div>
          <dt>{t('thanks.product')}</dt>
          <dd>
            <ProductName order={order} />
          </dd>
        </div>
        <div>
          <dt>{t(isSettled ? 'thanks.paid' : 'thanks.due')}</dt>
          <dd>
            {formatMoney(isSettled ? order.payment_amount : order.to_pay, order.payment_currency)}
          </dd>
        </div>
        <div>
          <dt>{t('thanks.refno')}</dt>
          <dd translate="no">{formatRefno(order.refno)}</dd>
        </div>
      </dl>
      {loggedIn ? null : <p className={classes.mail}>{t('thanks.mail')}</p>}
    </SealPage>
  )
}
