import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  draftOf,
  ItemCopies,
  ItemLines,
  ItemsForm,
  type OwnItems,
  ownItemsDraft,
} from '#features/community/profile/web/door.ts'
import { ItemsConfirmed } from '#features/lending/upkeep/web/door.ts'
import { WishedNearby } from '#features/lending/wishes/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useItems } from '#features/places/items/web/data/door.ts'
import type { OwnLetterboxItem } from '#features/places/letterboxes/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { ItemPicker } from './map/letterbox-pickers.tsx'

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
          name={draftOf.ownItems(user)}
          saved={savedItems(user)}
          schema={ownItemsDraft}
        >
          {(draft) => <Items draft={draft} saved={user.letterbox?.items ?? []} />}
        </WithOfferedDraft>
      </Sheet>
    </Page>
  )
}

function savedItems({ letterbox }: User): OwnItems {
  const items = letterbox?.items ?? []
  return { selected: items.map(({ id }) => id), lines: linesOf(items) }
}

const linesOf = (items: readonly OwnLetterboxItem[]) =>
  Object.fromEntries(items.flatMap(({ id, line }) => (line ? [[id, line] as const] : [])))

interface ItemsProps {
  draft: DraftOfForm<OwnItems>
  saved: readonly OwnLetterboxItem[]
}

function Items({ draft, saved }: ItemsProps) {
  const { t } = useTranslation('profile')
  const navigate = useNavigate()
  const items = useItems()
  const [selected, setSelected] = useState(draft.initial.selected)
  return (
    <>
      <WishedNearby items={items.data ?? []} selected={selected} />
      <ItemsForm
        initial={draft.initial.selected}
        initialCopies={Object.fromEntries(saved.map(({ id, copies }) => [id, copies]))}
        several={({ selected: ids, ...props }) => (
          <ItemCopies items={(items.data ?? []).filter(({ id }) => ids.includes(id))} {...props} />
        )}
        savedLines={linesOf(saved)}
        initialLines={draft.initial.lines}
        lines={({ selected: ids, ...props }) => (
          <ItemLines items={(items.data ?? []).filter(({ id }) => ids.includes(id))} {...props} />
        )}
        picker={(props) => <ItemPicker {...props} />}
        submitLabel={t('save')}
        onChange={(changed, lines) => {
          draft.change({ selected: changed, lines: { ...lines } })
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
