import { Link, useNavigate } from 'react-router'
import {
  addressOf,
  draftOf,
  ItemsForm,
  itemsDraft,
  LocationForm,
  spotsOf,
} from '#features/community/profile/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { ListedNotice } from '#features/shop/parcels/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { ItemPicker, LocationPicker } from '../map/letterbox-pickers.tsx'
import type { RegistrationPlace } from './registration.tsx'

interface StepProps {
  user: User
  place: RegistrationPlace
}

/** Step 3: the spot on the map. */
export function RegisterLocation({ user, place: { pathOf } }: StepProps) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  return (
    <div className={forms.form}>
      <ListedNotice />
      <LocationForm
        draft={draftOf.location(user)}
        address={addressOf(user)}
        {...spotsOf(user)}
        picker={(props) => <LocationPicker {...props} />}
        submitLabel={t('register.next')}
        onSaved={() => navigate(pathOf(4))}
        back={
          <AppButton tone="quiet" component={Link} to={pathOf(2)}>
            {t('register.back')}
          </AppButton>
        }
      />
    </div>
  )
}

/** Step 4: the stickers; then the order continues, or the map opens at the own letterbox. */
export function RegisterItems({ user, place, onDone }: StepProps & { onDone: () => void }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const onMap = user.letterbox ? paths.letterbox(user.letterbox.id) : paths.map()
  const [selected, setSelected] = useDraft(
    draftOf.items(user),
    user.letterbox?.items.map((item) => item.id) ?? [],
    itemsDraft,
  )
  return (
    <ItemsForm
      initial={selected}
      picker={(props) => <ItemPicker {...props} />}
      submitLabel={t('register.finish')}
      onChange={setSelected}
      onSaved={() => {
        showToast({ message: t(user.email_confirmed ? 'register.onMap' : 'register.done') })
        navigate(place.next ?? onMap)
        setSelected(null)
        onDone()
      }}
      back={
        <AppButton tone="quiet" component={Link} to={place.pathOf(3)}>
          {t('register.back')}
        </AppButton>
      }
    />
  )
}
