import { Link } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import classes from './dashboard.module.css'

/** About the lifetime of a code. */
const CODE_MS = 183 * DAY_MS

/** True if a parcel with a code may have arrived or be on its way. */
const mayHoldCode = ({ order_status, product, order_date }: Order, now: number) =>
  order_status.name === 'processed' &&
  product.id !== PRODUCT_ID.membership &&
  now - Date.parse(order_date) < CODE_MS

/** Members who got stickers by post can prove their address with the code in the parcel. */
export function ParcelHint({ user, letterbox }: { user: User; letterbox: OwnLetterbox }) {
  const { t } = useTranslation('profile')
  const now = serverNow().getTime()
  if (letterbox.address_verified || !user.orders.some((order) => mayHoldCode(order, now))) {
    return null
  }
  return (
    <section className={classes.warning} aria-labelledby="parcel-hint">
      <h2 id="parcel-hint" className={classes.warningTitle}>
        {t('parcel.title')}
      </h2>
      <p>{t('parcel.body')}</p>
      <div className={classes.switch}>
        <AppButton component={Link} to={paths.parcel()} tone="secondary">
          {t('parcel.action')}
        </AppButton>
      </div>
    </section>
  )
}
