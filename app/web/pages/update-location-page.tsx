import { addressOf, draftOf, LocationForm, spotsOf } from '#features/community/profile/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { LocationPicker } from './map/letterbox-pickers.tsx'

export function UpdateLocationPage() {
  return <WithUser>{(user) => <UpdateLocation user={user} />}</WithUser>
}

function UpdateLocation({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('location.title')} lead={t('location.lead')} />
        <LocationForm
          draft={draftOf.location(user)}
          address={addressOf(user)}
          {...spotsOf(user)}
          picker={(props) => <LocationPicker {...props} />}
          submitLabel={t('location.save')}
          onSaved={() => showToast({ message: t('location.saved') })}
        />
      </Sheet>
    </Page>
  )
}
