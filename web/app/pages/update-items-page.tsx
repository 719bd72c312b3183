import type { User } from '@letterlend/contract/accounts.ts'
import type { OwnLetterboxItem } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useItems } from '../../data/items.ts'
import type { DraftOfForm } from '../../data/offered-draft.ts'
import { ItemCopies } from '../../features/profile/item-copies.tsx'
import { ItemsForm, itemsDraft } from '../../features/profile/items-form.tsx'
import { draftOf } from '../../features/profile/own-letterbox.ts'
import { ItemsConfirmed } from '../../features/upkeep/items-confirmed.tsx'
import { WishedNearby } from '../../features/wishes/wished-nearby.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { Icon } from '../../ui/icon.tsx'
import { WithOfferedDraft } from '../../ui/offered-draft.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.ts'
import { WithUser } from '../../ui/with-user.tsx'
import { ItemPicker } from './letterbox-pickers.tsx'

export function UpdateItemsPage() {
  return <WithUser>{(user) => <UpdateItems key={user.id} user={user} />}</WithUser>
}

function UpdateItems({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  return (
    <Page width="medium">
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('items.title')} lead={t('items.lead')} />
        {user.letterbox && user.letterbox.items.length > 0 ? (
          <>
            <ItemsConfirmed date={user.letterbox.items_confirmed_at} />
            <AppButton
              component={Link}
              to={paths.stickerSheet()}
              tone="quiet"
              leftSection={<Icon name="printer" />}
            >
              {t('dashboard.stickerSheet')}
            </AppButton>
          </>
        ) : null}
        <WithOfferedDraft
          name={draftOf.items(user)}
          saved={user.letterbox?.items.map((item) => item.id) ?? []}
          schema={itemsDraft}
        >
          {(draft) => <Items draft={draft} saved={user.letterbox?.items ?? []} />}
        </WithOfferedDraft>
      </Sheet>
    </Page>
  )
}

interface ItemsProps {
  draft: DraftOfForm<number[]>
  saved: readonly OwnLetterboxItem[]
}

function Items({ draft, saved }: ItemsProps) {
  const { t } = useTranslation('profile')
  const navigate = useNavigate()
  const items = useItems()
  const [selected, setSelected] = useState(draft.initial)
  return (
    <>
      <WishedNearby items={items.data ?? []} selected={selected} />
      <ItemsForm
        initial={draft.initial}
        initialCopies={Object.fromEntries(saved.map(({ id, copies }) => [id, copies]))}
        several={({ selected: ids, ...props }) => (
          <ItemCopies items={(items.data ?? []).filter(({ id }) => ids.includes(id))} {...props} />
        )}
        picker={(props) => <ItemPicker {...props} />}
        submitLabel={t('save')}
        onChange={(changed) => {
          draft.change(changed)
          setSelected(changed)
        }}
        onSaved={() => {
          draft.end()
          showToast({ message: t('items.saved') })
        }}
        back={
          <AppButton tone="quiet" onClick={() => navigate(-1)}>
            {t('back')}
          </AppButton>
        }
      />
    </>
  )
}
