import { paths } from '@letterlend/contract/paths.ts'
import { Navigate, useNavigate } from 'react-router'
import { useSession } from '../../data/session.ts'
import { emptyDraft } from '../../features/accounts/registration/registration-state.ts'
import { useOrderDraft } from '../../features/orders/order-draft.ts'
import { OrderProgress } from '../../features/orders/order-progress.tsx'
import { StartOver } from '../../features/orders/start-over.tsx'
import { Registration, type RegistrationPlace } from './registration.tsx'

const PLACE: RegistrationPlace = {
  pathOf: paths.orderRegisterStep,
  next: paths.orderStep('StepFour'),
}

/** Registering within an order, with the names and the address that were given for it. */
export function OrderRegisterPage() {
  const { loggedIn, user } = useSession()
  const navigate = useNavigate()
  const { draft, end } = useOrderDraft(user?.id ?? null)
  if (!draft && !loggedIn) return <Navigate to={paths.order()} replace />
  return (
    <Registration
      place={PLACE}
      initial={draft ? { ...draft.fields, registered: false } : emptyDraft(navigator.languages)}
      whenLoggedIn={<Navigate to={paths.orderStep('StepFour')} replace />}
      header={<OrderProgress step="map" loggedIn={false} />}
      footer={
        <StartOver
          below
          onConfirm={() => {
            end()
            navigate(paths.order())
          }}
        />
      }
    />
  )
}
