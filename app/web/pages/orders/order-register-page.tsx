import { Navigate, useNavigate } from 'react-router'
import { useSession } from '#features/accounts/web/data/session.ts'
import { useOrderDraft } from '#features/orders/web/form/order-draft.ts'
import { StartOver } from '#features/orders/web/form/start-over.tsx'
import { useStartOver } from '#features/orders/web/form/use-start-over.ts'
import { OrderProgress } from '#features/orders/web/order-progress.tsx'
import { EMPTY_DRAFT } from '#features/registration/web/registration-state.ts'
import { paths } from '#platform/shared/paths.ts'
import { Registration, type RegistrationPlace } from '../registration/registration.tsx'

const PLACE: RegistrationPlace = {
  pathOf: paths.orderRegisterStep,
  next: paths.orderStep('StepFour'),
}

/** Registering within an order, with the names and the address that were given for it. */
export function OrderRegisterPage() {
  const { loggedIn, user } = useSession()
  const navigate = useNavigate()
  const state = useOrderDraft(user?.id ?? null)
  const { draft } = state
  const startOver = useStartOver(state)
  if (!draft && !loggedIn) return <Navigate to={paths.order()} replace />
  return (
    <Registration
      place={PLACE}
      initial={draft ? { ...draft.fields, registered: false } : EMPTY_DRAFT}
      whenLoggedIn={<Navigate to={paths.orderStep('StepFour')} replace />}
      header={<OrderProgress step="map" loggedIn={false} />}
      footer={
        <StartOver
          below
          onConfirm={() => {
            startOver()
            navigate(paths.order())
          }}
        />
      }
    />
  )
}
