import type { OwnLetterbox } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { WithUser } from '../../ui/with-user.tsx'
import { SheetForm } from './sheet-form.tsx'

/** The own stickers on paper, at the size they have on a letterbox. */
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
