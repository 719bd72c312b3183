import { Navigate, useNavigate } from 'react-router'
import { EMPTY_DRAFT } from '#features/community/joining/registration/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import {
  OrderProgress,
  StartOver,
  useOrderDraft,
  useStartOver,
} from '#features/shop/orders/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { Registration, type RegistrationPlace } from '../registration/registration.tsx'

const PLACE: RegistrationPlace = {
  pathOf: paths.orderRegisterStep,
  next: paths.orderStep('StepFour'),
}

/** Registration within an order, with the order's names and address. */
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
      initial={{ ...EMPTY_DRAFT, ...draft?.fields }}
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
