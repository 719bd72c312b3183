import type { User } from '@letterlend/contract/accounts.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { useSetPassword } from '../../data/accounts.ts'
import { reloadUser } from '../../data/session.ts'
import { useTranslation } from '../../start/texts.ts'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SealPage } from '../../ui/seal-page.tsx'
import { WithUser } from '../../ui/with-user.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** How long the confirmation stands before the profile opens. */
const SUCCESS_MS = 1500

export function SetPasswordScreen() {
  const [done, setDone] = useState(false)
  if (done) return <PasswordSet />
  const finish = () => {
    setDone(true)
    // The profile asks for it again if this fails.
    reloadUser().catch(() => undefined)
  }
  return <WithUser>{(user) => <FirstPassword user={user} onDone={finish} />}</WithUser>
}

function FirstPassword({ user, onDone }: { user: User; onDone: () => void }) {
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
