import { Link, Navigate, useLocation } from 'react-router'
import { EMPTY_DRAFT } from '#features/community/joining/registration/web/door.ts'
import { paths, type RegisterStep } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'
import { Registration } from './registration.tsx'

/** The registration outside of an order, below /auth/register and /map/auth/register. */
export function RegisterPage() {
  const { pathname } = useLocation()
  // A public demo has its accounts; nobody registers there.
  const demoReset = useConfig()?.demo_reset
  if (demoReset) return <Navigate to={paths.login()} replace />
  const pathOf = (target: RegisterStep) =>
    /^\/map\//i.test(pathname) ? paths.mapRegisterStep(target) : paths.registerStep(target)
  return <Registration place={{ pathOf }} initial={EMPTY_DRAFT} whenLoggedIn={<LogOutFirst />} />
}

function LogOutFirst() {
  const { t } = useTranslation('accounts')
  return (
    <Page>
      <Sheet>
        <PageTitle title={t('register.logOutFirst.title')} />
        <Notice>{t('register.logOutFirst.body')}</Notice>
        <div className={classes.gap}>
          <AppButton component={Link} to={paths.logout()} fullWidth>
            {t('register.logOutFirst.action')}
          </AppButton>
        </div>
      </Sheet>
    </Page>
  )
}
