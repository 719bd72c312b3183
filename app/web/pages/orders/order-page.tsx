import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  EMPTY_DRAFT,
  REGISTRATION_DRAFT,
} from '#features/community/joining/registration/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { Product } from '#features/shop/orders/products/contract.ts'
import { currencyOf, type ProductId } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { useProducts } from '#features/shop/orders/products/web/data/door.ts'
import {
  AddressStep,
  admitOrderStep,
  draftOfForm,
  MapStep,
  type OrderDraft,
  type OrderDraftState,
  type OrderFormStep,
  OrderProgress,
  productOf,
  StartOver,
  startingForm,
  useOrderDraft,
  useStartOver,
} from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { writeDraft } from '#platform/web/data/draft.ts'
import { likelyCountry } from '#platform/web/data/likely-country.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'
import { OrderStart } from './order-start.tsx'

/** The order, from choosing a product to payment. */
export function OrderPage() {
  const { loggedIn } = useSession()
  if (!loggedIn) return <Order user={null} />
  return <WithUser>{(user) => <Order key={user.id} user={user} />}</WithUser>
}

const STEPS: readonly (readonly [RegExp, OrderFormStep])[] = [
  [/\/StepTwo\/?$/i, 'address'],
  [/\/StepThree\/?$/i, 'map'],
  [/\/StepFour\/?$/i, 'confirm'],
]

const stepAt = (pathname: string): OrderFormStep =>
  STEPS.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'product'

function pathTo(step: OrderFormStep, product: ProductId | null): string {
  if (step === 'product') return paths.order()
  if (step === 'address') return paths.orderStep('StepTwo', product ? { pid: product } : {})
  return paths.orderStep(step === 'map' ? 'StepThree' : 'StepFour')
}

function Order({ user }: { user: User | null }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const products = useProducts()
  const state = useOrderDraft(user?.id ?? null)
  const { draft } = state
  const forget = useStartOver(state)
  const loggedIn = user !== null

  const requested = stepAt(pathname)
  const productId = productOf(requested === 'address' ? query.get('pid') : null, draft)
  const step = admitOrderStep(requested, { loggedIn, product: productId, draft })
  // Starts during the step before it is needed.
  const solving = !loggedIn && (step === 'map' || step === 'confirm')
  const takeCaptcha = useCaptcha(solving)

  if (products.isPending) return <PageLoader />
  if (products.isError) {
    return (
      <Page>
        <LoadFailure error={products.error} onRetry={() => products.refetch()} />
      </Page>
    )
  }
  const startOver = () => {
    forget()
    navigate(paths.order())
  }
  if (step === 'product' && requested === 'product') {
    return (
      <OrderStart
        products={products.data}
        state={state}
        currency={currencyOf(user?.country ?? likelyCountry(navigator.languages))}
        continueAt={pathTo(
          admitOrderStep('confirm', { loggedIn, product: productId, draft }),
          productId,
        )}
        onStartOver={startOver}
      />
    )
  }
  const product = products.data.find(({ id }) => id === productId)
  if (step !== requested) return <Navigate to={pathTo(step, productId)} replace />
  // A product that is no longer sold.
  if (!product || productId === null) return <Navigate to={paths.order()} replace />
  const part = { product, user, state }
  return (
    <Page width={step === 'confirm' ? 'medium' : 'narrow'}>
      <OrderProgress step={step} loggedIn={loggedIn} />
      <Sheet>
        {step === 'address' ? <Address key={productId} id={productId} {...part} /> : null}
        {step === 'map' && draft ? <OnMap draft={draft} change={state.change} /> : null}
        {step === 'confirm' && draft ? (
          <OrderConfirmation
            draft={draft}
            change={state.change}
            viewer={user?.id ?? null}
            takeCaptcha={takeCaptcha}
          />
        ) : null}
      </Sheet>
      {draft ? <StartOver onConfirm={startOver} below /> : null}
    </Page>
  )
}

interface AddressProps {
  id: ProductId
  product: Product
  user: User | null
  state: OrderDraftState
}

function Address({ id, product, user, state }: AddressProps) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  // The stored order no longer exists, so this one must not replace it.
  const isGone = Object(useLocation().state).gone === true
  const { draft, change } = state
  return (
    <>
      <PageTitle
        title={t('address.title')}
        lead={t('address.lead', { product: productName(product, currentLanguage()) })}
      />
      {isGone ? <Notice title={t('gone.title')}>{t('gone.body')}</Notice> : null}
      <AddressStep
        id={id}
        product={product}
        initial={startingForm(id, draft, user, navigator.languages)}
        onChange={(form) => change(draftOfForm(id, form))}
        onDone={(form) => {
          change({ ...draftOfForm(id, form), ...(isGone && { sent: null }) })
          navigate(paths.orderStep(user ? 'StepFour' : 'StepThree'))
        }}
        back={
          <AppButton tone="quiet" component={Link} to={paths.order()}>
            {t('back')}
          </AppButton>
        }
      />
    </>
  )
}

function OnMap({ draft, change }: { draft: OrderDraft; change: OrderDraftState['change'] }) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  return (
    <>
      <PageTitle title={t('map.title')} />
      <MapStep
        product={draft.product}
        onAnswer={(show_on_map) => {
          change({ show_on_map })
          if (!show_on_map) return navigate(paths.orderStep('StepFour'))
          writeDraft(REGISTRATION_DRAFT, { ...EMPTY_DRAFT, ...draft.fields })
          navigate(paths.orderRegisterStep(1))
        }}
        back={
          <AppButton
            tone="quiet"
            component={Link}
            to={paths.orderStep('StepTwo', { pid: draft.product })}
          >
            {t('back')}
          </AppButton>
        }
      />
    </>
  )
}
