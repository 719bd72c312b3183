import { useNavigate } from 'react-router'
import { useSession } from '#features/accounts/web/data/door.ts'
import { ParcelScreen } from '#features/parcels/web/door.ts'
import { REGISTRATION_DRAFT } from '#features/registration/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { writeDraft } from '#platform/web/data/draft.ts'
import { CodeRegistration } from './registration/code-registration.tsx'

/** Where the code of a parcel or a letter leads: it proves the own address, or begins a registration. */
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
