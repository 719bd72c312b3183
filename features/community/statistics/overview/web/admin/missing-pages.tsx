import { Link } from 'react-router'
import { useAdminLegal } from '#features/community/legal/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Lists the legal pages that the community still has to publish. */
export function MissingPages() {
  const { t } = useTranslation('admin-overview')
  const { t: ofLayout } = useTranslation('layout')
  const { data } = useAdminLegal()
  const missing =
    data?.pages.filter(({ version, withdrawn_at }) => version === 0 || withdrawn_at !== null) ?? []
  if (!data || missing.length === 0) return null
  const pages = missing.map(({ page }) => ofLayout(`legalLink.${page}`)).join(', ')
  return (
    <Notice
      title={t('legal.title')}
      action={
        <AppButton tone="secondary" component={Link} to={adminPaths.screen('legal')}>
          {t('legal.action')}
        </AppButton>
      }
    >
      {t('legal.body', { pages })} {data.missing_facts.length > 0 ? t('legal.facts') : null}
    </Notice>
  )
}
