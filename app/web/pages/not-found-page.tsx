import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageNotFoundArtwork } from '#platform/web/ui/artwork/page-not-found.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'

export function NotFoundPage() {
  const { t } = useTranslation('layout')
  return (
    <Page>
      <div className={classes.center}>
        <PageNotFoundArtwork />
        <PageTitle title={t('notFound.title')} lead={t('notFound.body')} />
        <AppButton component={Link} to={paths.home()}>
          {t('notFound.action')}
        </AppButton>
      </div>
    </Page>
  )
}
