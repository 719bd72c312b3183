import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { PageNotFoundArtwork } from '../../ui/artwork/page-not-found.tsx'
import { Page, PageTitle } from '../../ui/page.tsx'
import classes from '../../ui/seal-page.module.css'

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
