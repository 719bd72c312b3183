import { useEffect } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { useHousehold } from '#features/lending/household/web/door.ts'
import { useDeleteAccount, useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { OpenLoans } from '../open-loans.tsx'
import { DeleteAccountForm, type DeleteAccountFormProps } from './delete-account-form.tsx'
import classes from './delete-account-screen.module.css'
import { DownloadDataButton } from './download-data-button.tsx'

/** How long the farewell stays before the map opens. */
const FAREWELL_MS = 5000

/** Not behind the login, because the farewell is shown after the account is gone. */
export function DeleteAccountScreen() {
  const { loggedIn } = useSession()
  const remove = useDeleteAccount()
  if (remove.isSuccess) return <Farewell />
  // The session ends with the account, which another call may notice before this one is answered.
  if (!loggedIn && !remove.isPending) {
    return <Navigate to={paths.login(paths.deleteAccount())} replace />
  }
  return <DeleteAccount remove={remove} />
}

const EFFECTS = ['data', 'messages', 'final'] as const

/** Says what happens to the letterbox. If there is a household, its members keep it. */
function useLetterboxEffect(): string {
  const { t } = useTranslation('accounts')
  const { data: household } = useHousehold()
  const heir = household?.people.find(({ role }) => role === 'member')
  if (household?.role === 'member') return t('deleteAccount.effect.leaves')
  if (!heir) return t('deleteAccount.effect.letterbox')
  const name = `${heir.firstname} ${heir.lastname}`.trim()
  return t('deleteAccount.effect.handedOver', { name })
}

function DeleteAccount({ remove }: DeleteAccountFormProps) {
  const { t } = useTranslation('accounts')
  const letterboxEffect = useLetterboxEffect()
  return (
    <Page>
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('deleteAccount.title')} lead={t('deleteAccount.lead')} />
        <ul className={classes.effects}>
          <li>{letterboxEffect}</li>
          {EFFECTS.map((effect) => (
            <li key={effect}>{t(`deleteAccount.effect.${effect}`)}</li>
          ))}
        </ul>
        <OpenLoans />
        <section className={classes.before} aria-labelledby="before-deletion">
          <h2 id="before-deletion">{t('deleteAccount.before.title')}</h2>
          <p>{t('deleteAccount.before.hide')}</p>
          <AppButton
            component={Link}
            to={paths.privacy()}
            tone="quiet"
            leftSection={<Icon name="eyeOff" />}
          >
            {t('deleteAccount.before.hideLink')}
          </AppButton>
          <p>{t('data.body')}</p>
          <DownloadDataButton />
        </section>
        <DeleteAccountForm remove={remove} />
      </Sheet>
    </Page>
  )
}

function Farewell() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.home(), { replace: true }), FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <SealPage icon="check" tone="yes">
      <PageTitle title={t('deleteAccount.done.title')} lead={t('deleteAccount.done.lead')} />
    </SealPage>
  )
}
