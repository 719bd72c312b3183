import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SheetForm } from './sheet-form.tsx'

/** Prints the user's stickers at the size they have on a letterbox. */
export function StickerSheetScreen() {
  const { t } = useTranslation('sticker-sheet')
  return (
    <WithUser>
      {({ letterbox }) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('title')} lead={t('lead')} />
            <OwnStickers letterbox={letterbox} />
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}

function OwnStickers({ letterbox }: { letterbox: OwnLetterbox | null }) {
  const { t } = useTranslation('sticker-sheet')
  if (letterbox && letterbox.items.length > 0) return <SheetForm items={letterbox.items} />
  return (
    <EmptyState
      title={t('noItems.title')}
      body={t('noItems.body')}
      action={
        <AppButton
          component={Link}
          to={letterbox ? paths.updateLetterBoxItems() : paths.updateLetterBoxAddress()}
        >
          {t('noItems.action')}
        </AppButton>
      }
    />
  )
}
