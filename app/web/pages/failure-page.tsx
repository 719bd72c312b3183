import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Logo } from '#platform/web/ui/artwork/logo.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'
import { ShellEnd } from '../layout/shell-end.tsx'

/** Shown by the error boundary if a screen threw an error or its code could not be loaded. */
export function FailurePage() {
  const { t } = useTranslation('layout')
  return (
    <Page>
      <ShellEnd />
      <div className={classes.center}>
        <Logo size={96} />
        <PageTitle title={t('failure.title')} lead={t('failure.body')} />
        <AppButton onClick={() => window.location.reload()}>{t('failure.action')}</AppButton>
      </div>
    </Page>
  )
}
