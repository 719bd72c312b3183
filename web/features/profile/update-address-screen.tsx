import type { User } from '@letterlend/contract/accounts.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useNavigate } from 'react-router'
import { useUpdateAddress } from '../../data/own-letterbox.ts'
import { useTranslation } from '../../start/texts.ts'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { WithOfferedDraft } from '../../ui/offered-draft.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.ts'
import { WithUser } from '../../ui/with-user.tsx'
import { AddressForm, addressDraft } from './address-form.tsx'
import { addressOf, draftOf } from './own-letterbox.ts'

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
                    // A new address needs its spot confirmed again.
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
