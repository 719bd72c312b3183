import { useNavigate } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useUpdateAddress } from '#features/places/letterboxes/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { addressOf, draftOf } from '../own-letterbox.ts'
import { AddressForm, addressDraft } from './address-form.tsx'

export function UpdateAddressScreen() {
  return <WithUser>{(user) => <UpdateAddress key={user.id} user={user} />}</WithUser>
}

function UpdateAddress({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const navigate = useNavigate()
  const update = useUpdateAddress()
  return (
    <Page>
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('address.title')} lead={t('address.lead')} />
        <WithOfferedDraft
          name={draftOf.address(user)}
          saved={addressOf(user)}
          schema={addressDraft}
        >
          {(draft) => (
            <AddressForm
              values={draft.initial}
              askNames
              onChange={draft.change}
              onSubmit={(changed) =>
                update.mutate(changed, {
                  onSuccess: (saved) => {
                    draft.end()
                    showToast({ message: t('address.saved') })
                    // After a change of address the position has to be confirmed again.
                    if (!saved.letterbox?.location_verified) {
                      navigate(paths.updateLetterBoxLocation())
                    }
                  },
                })
              }
              submitLabel={t('save')}
              sending={update.isPending}
              failure={update.error}
            />
          )}
        </WithOfferedDraft>
      </Sheet>
    </Page>
  )
}
