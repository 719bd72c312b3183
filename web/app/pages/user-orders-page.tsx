import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { LetterboxReadyArtwork } from '../../ui/artwork/letterbox-ready.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'

/** The own orders. Nothing can be ordered here yet: the page says where stickers come from. */
export function UserOrdersPage() {
  const { t } = useTranslation('orders')
  return (
    <Page width="medium">
      <BackToProfile />
      <PageTitle title={t('title')} />
      <Sheet>
        <EmptyState
          artwork={<LetterboxReadyArtwork width={220} />}
          title={t('empty.title')}
          body={t('empty.body')}
          action={
            <AppButton component={Link} to={paths.participate()}>
              {t('empty.action')}
            </AppButton>
          }
        />
      </Sheet>
    </Page>
  )
}
