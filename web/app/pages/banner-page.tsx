import { useConfig } from '../../data/config.ts'
import { BannerForm } from '../../features/banner/banner-form.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AdminPage } from '../../ui/back-office/admin-page.tsx'
import { Sheet } from '../../ui/page.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'

/** The warning under the navigation. */
export function BannerPage() {
  const { t } = useTranslation('admin-banner')
  const config = useConfig()
  if (!config) return <PageLoader />
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <Sheet>
        <BannerForm banner={config.banner} />
      </Sheet>
    </AdminPage>
  )
}
