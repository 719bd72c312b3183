import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import { useConfig } from '../../data/config.ts'
import { BannerForm } from '../../features/banner/banner-form.tsx'
import { useTranslation } from '../../start/texts.ts'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { WithUser } from '../../ui/with-user.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** `/admin/banner`: the warning under the navigation, for admins. */
export function BannerPage() {
  return (
    <WithUser>
      {(user) => (user.role_id === ROLE_ID.admin ? <BannerSettings /> : <NotFoundPage />)}
    </WithUser>
  )
}

function BannerSettings() {
  const { t } = useTranslation('banner')
  const config = useConfig()
  if (!config) return <PageLoader />
  return (
    <Page width="medium">
      <BackToProfile />
      <PageTitle title={t('title')} lead={t('lead')} />
      <Sheet>
        <BannerForm banner={config.banner} />
      </Sheet>
    </Page>
  )
}
