import { Link } from 'react-router'
import type { Product } from '#features/shop/orders/products/contract.ts'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { type OrderDraftState, ProductCards, StartOver } from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import classes from './order-start.module.css'

interface OrderStartProps {
  products: readonly Product[]
  state: OrderDraftState
  currency: Currency
  /** Where to continue a draft order. */
  continueAt: string
  onStartOver: () => void
}

/** Step one: choosing a product, or continuing a draft order. */
export function OrderStart(props: OrderStartProps) {
  const { products, state, currency, continueAt, onStartOver } = props
  const { t } = useTranslation('orders')
  const begun = products.find(({ id }) => id === state.draft?.product)
  return (
    <Page width="wide">
      <PageTitle title={t('order.title')} lead={t('order.lead')} />
      {begun ? (
        <Begun
          title={t('begun.title')}
          body={t('begun.body', { product: productName(begun, currentLanguage()) })}
          action={t('begun.continue')}
          to={continueAt}
          onStartOver={onStartOver}
        />
      ) : null}
      {state.locked ? (
        <Begun
          title={t('locked.title')}
          body={t('locked.body')}
          action={t('locked.logIn')}
          to={paths.login(paths.order())}
          onStartOver={onStartOver}
        />
      ) : null}
      <ProductCards products={products} currency={currency} />
      <p className={classes.nearby}>
        {t('order.nearby')} <Link to={paths.resellers()}>{t('order.resellers')}</Link>
      </p>
    </Page>
  )
}

interface BegunProps {
  title: string
  body: string
  action: string
  to: string
  onStartOver: () => void
}

function Begun({ title, body, action, to, onStartOver }: BegunProps) {
  return (
    <div className={classes.begun}>
      <Notice
        title={title}
        action={
          <div className={forms.choices}>
            <AppButton component={Link} to={to}>
              {action}
            </AppButton>
            <StartOver onConfirm={onStartOver} />
          </div>
        }
      >
        {body}
      </Notice>
    </div>
  )
}
