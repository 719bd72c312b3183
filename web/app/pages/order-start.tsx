import type { Currency } from '@letterlend/contract/order-pricing.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { Product } from '@letterlend/contract/products.ts'
import { Link } from 'react-router'
import { productName } from '../../data/products.ts'
import type { OrderDraftState } from '../../features/orders/order-draft.ts'
import { ProductCards } from '../../features/orders/product-cards.tsx'
import { StartOver } from '../../features/orders/start-over.tsx'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import forms from '../../ui/form.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageTitle } from '../../ui/page.tsx'
import classes from './order-start.module.css'

interface OrderStartProps {
  products: readonly Product[]
  state: OrderDraftState
  currency: Currency
  /** Where an order that was begun goes on. */
  continueAt: string
  onStartOver: () => void
}

/** Step one: the choice of a product, and the order that was begun before. */
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
