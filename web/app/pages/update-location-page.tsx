import type { User } from '@letterlend/contract/accounts.ts'
import { LocationForm } from '../../features/profile/location-form.tsx'
import { addressOf, draftOf, spotsOf } from '../../features/profile/own-letterbox.ts'
import { useTranslation } from '../../start/texts.ts'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.ts'
import { WithUser } from '../../ui/with-user.tsx'
import { LocationPicker } from './letterbox-pickers.tsx'

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
