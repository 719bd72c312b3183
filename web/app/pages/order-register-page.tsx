import { paths } from '@letterlend/contract/paths.ts'
import { Navigate, useNavigate } from 'react-router'
import { useSession } from '../../data/session.ts'
import { EMPTY_DRAFT } from '../../features/accounts/registration/registration-state.ts'
import { useOrderDraft } from '../../features/orders/order-draft.ts'
import { OrderProgress } from '../../features/orders/order-progress.tsx'
import { StartOver } from '../../features/orders/start-over.tsx'
import { useStartOver } from '../../features/orders/use-start-over.ts'
import { Registration, type RegistrationPlace } from './registration.tsx'

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
