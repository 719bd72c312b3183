import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useSetPassword } from '../data/accounts.ts'
import { reloadUser, type User } from '../data/session.ts'
import { WithUser } from '../with-user.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** How long the confirmation is shown before the profile opens. */
const SUCCESS_MS = 1500

/** @param instead another way to log in, below the form */
export function SetPasswordScreen({ instead }: { instead?: ReactNode }) {
  const [done, setDone] = useState(false)
  if (done) return <PasswordSet />
  const finish = () => {
    setDone(true)
    // If this fails, the profile loads the account again.
    reloadUser().catch(() => undefined)
  }
  return (
    <WithUser>{(user) => <FirstPassword user={user} instead={instead} onDone={finish} />}</WithUser>
  )
}

interface FirstPasswordProps {
  user: User
  instead: ReactNode
  onDone: () => void
}

function FirstPassword({ user, instead, onDone }: FirstPasswordProps) {
  const { t } = useTranslation('accounts')
  const setPassword = useSetPassword()
  if (!user.email_confirmed) return <Navigate to={paths.confirmEmail()} replace />
  if (user.has_password) return <Navigate to={paths.profile()} replace />
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <PageTitle title={t('setPassword.title')} lead={t('setPassword.lead')} />
        <NewPasswordForm
          email={user.email}
          submitLabel={t('setPassword.submit')}
          sending={setPassword.isPending}
          failure={setPassword.error}
          onSubmit={(password) => setPassword.mutate(password, { onSuccess: onDone })}
        />
        {user.can_log_in ? null : instead}
      </Sheet>
    </Page>
  )
}

function PasswordSet() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.profile(), { replace: true }), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <SealPage icon="key" tone="yes">
      <PageTitle title={t('setPassword.doneTitle')} lead={t('setPassword.doneLead')} />
    </SealPage>
  )
}
