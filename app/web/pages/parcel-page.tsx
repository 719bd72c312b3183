import { useNavigate } from 'react-router'
import { REGISTRATION_DRAFT } from '#features/community/joining/registration/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { ParcelScreen } from '#features/shop/parcels/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { writeDraft } from '#platform/web/data/draft.ts'
import { CodeRegistration } from './registration/code-registration.tsx'

/** Entering the code of a parcel or letter: verifies the own address, or starts a registration. */
export function ParcelPage() {
  const { loggedIn } = useSession()
  const navigate = useNavigate()
  if (loggedIn) return <ParcelScreen />
  return (
    <CodeRegistration
      next={paths.parcel()}
      needed={false}
      onOpened={(draft) => {
        writeDraft(REGISTRATION_DRAFT, draft)
        navigate(paths.registerStep(1))
      }}
    />
  )
}
